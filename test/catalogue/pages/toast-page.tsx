import { useTranslation } from 'react-i18next';
import { Button } from '../../../src/components/button.tsx';
import { Hero } from '../../../src/components/hero.tsx';
import { NarrowLayout } from '../../../src/components/narrow-layout.tsx';
import type { Toaster, ToastRequest } from '../../../src/components/toaster.ts';

/** Buttons named after what they show, for a hand or a test to press. */
export function ToastPage({ toaster }: { toaster: Toaster }) {
  const { t } = useTranslation();
  const samples: Record<string, ToastRequest> = {
    success: { variant: 'success', message: t('success.friendRequestSent') },
    error: { variant: 'error', message: t('error.emailTaken') },
    info: { variant: 'info', message: t('kept.friendRequestSent') },
    warning: { variant: 'warning', message: t('error.rateLimited') },
    long: { variant: 'info', message: t('action.copied'), durationMs: 60_000 },
    action: {
      variant: 'success',
      message: t('success.postDeleted'),
      durationMs: 60_000,
      action: { label: t('action.undo'), onPress: () => {} },
    },
  };
  return (
    <NarrowLayout hero={<Hero title={t('app.name')} />}>
      {Object.entries(samples).map(([name, sample]) => (
        <Button key={name} variant="outline" onClick={() => toaster.show(sample)}>
          {name}
        </Button>
      ))}
    </NarrowLayout>
  );
}
