import { LogIn, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useProviderSignIn } from './use-provider-sign-in.ts';

/** The other way in, where the server offers one; and what became of it. */
export function ProviderSignIn() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { name, isBusy, error, begin } = useProviderSignIn();
  return (
    <>
      {error !== null && (
        <Banner tone="danger" icon={<TriangleAlert size={20} />}>
          {errorText(error)}
        </Banner>
      )}
      {name !== null && (
        <Button
          variant="outline"
          isWide
          isLoading={isBusy}
          icon={<LogIn size={20} aria-hidden="true" />}
          onClick={begin}
        >
          {t('account.continueWith', { name })}
        </Button>
      )}
    </>
  );
}
