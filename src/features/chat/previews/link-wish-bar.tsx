import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../../app/use-mutate.ts';
import { Button } from '../../../components/button.tsx';
import { ComposerContext } from '../../../components/composer-context.tsx';
import * as styles from './previews.css.ts';
import type { FieldWish } from './use-link-wish.ts';

interface LinkWishBarProps {
  wish: FieldWish;
  /** What was pressed goes away: the field goes on. */
  onFocusLost: () => void;
}

/** Above the field: that the link in it gets a preview, or whether links are to get one. */
export function LinkWishBar({ wish: { link, state, decline }, onFocusLost }: LinkWishBarProps) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const host = URL.parse(link ?? '')?.host ?? '';
  if (state === 'none') return null;
  if (state === 'shows') {
    return (
      <ComposerContext
        icon={<Link2 size={20} />}
        title={t('previews.willBeAdded')}
        words={host}
        cancelLabel={t('previews.sendWithout')}
        onCancel={() => {
          decline();
          onFocusLost();
        }}
      />
    );
  }
  const decide = (linkPreviews: boolean) => {
    onFocusLost();
    void mutate('updateSettings', { linkPreviews });
  };
  return (
    <fieldset className={styles.ask}>
      <legend className={styles.question}>{t('previews.ask', { host })}</legend>
      <span className={styles.hint}>{t('previews.askHint')}</span>
      <span className={styles.answers}>
        <Button variant="quiet" size="sm" onClick={() => decide(false)}>
          {t('previews.never')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => decide(true)}>
          {t('previews.always')}
        </Button>
      </span>
    </fieldset>
  );
}
