import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { useDraftCount } from '../../queries/drafts.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import type { SignOutMode } from '../../session/session-state.ts';
import { waitingCount } from '../../session/unsent.ts';

interface SignOutDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Signing out by choice; with unsent work it asks what is to become of it (docs/decisions/0007). */
export function SignOutDialog({ isOpen, onOpenChange }: SignOutDialogProps) {
  const { t } = useTranslation();
  const { session } = useServices();
  const engine = useEngine();
  useEngineStatus();
  const count = waitingCount(engine, localStorage);
  const drafts = useDraftCount() ?? 0;
  const withDrafts = (words: string): string =>
    drafts === 0 ? words : `${words} ${t('profile.signOutDrafts', { count: drafts })}`;
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (mode: SignOutMode) => {
    setIsLeaving(true);
    void session.signOut(mode);
  };
  if (count === 0) {
    return (
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title={t('profile.signOutTitle')}
        body={withDrafts(t('profile.signOutBody'))}
        confirmLabel={t('profile.signOut')}
        isConfirming={isLeaving}
        onConfirm={() => leave('wipe')}
      />
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('profile.unsentTitle', { count })}
      body={withDrafts(t('profile.unsentBody'))}
      actionsLayout="stacked"
      actions={
        <>
          <Button isWide isLoading={isLeaving} onClick={() => leave('later')}>
            {t('profile.sendLater')}
          </Button>
          <Button isWide variant="dangerQuiet" onClick={() => leave('wipe')}>
            {t('profile.discardItems', { count })}
          </Button>
          <Button isWide variant="quiet" onClick={() => onOpenChange(false)}>
            {t('profile.stay')}
          </Button>
        </>
      }
    />
  );
}
