import { Copy, Ellipsis, Flag, Pencil, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../src/components/button.tsx';
import { ConfirmDialog, Dialog } from '../../../src/components/dialog.tsx';
import { IconButton } from '../../../src/components/icon-button.tsx';
import { Menu } from '../../../src/components/menu.tsx';
import { Sheet, SheetAction } from '../../../src/components/sheet.tsx';
import { ChatPage } from './chat-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const icon = { size: 22, 'aria-hidden': true } as const;

export function SheetPage() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <ChatPage />
      <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title={t('chat.messageOptions')} isTitleHidden>
        <SheetAction icon={<Reply {...icon} />} label={t('action.reply')} onPress={() => {}} />
        <SheetAction icon={<Copy {...icon} />} label={t('action.copy')} onPress={() => {}} />
        <SheetAction icon={<Pencil {...icon} />} label={t('action.edit')} onPress={() => {}} />
        <SheetAction icon={<Flag {...icon} />} label={t('action.report')} isDisabled onPress={() => {}} />
        <SheetAction
          icon={<Trash2 {...icon} />}
          label={t('action.delete')}
          tone="danger"
          onPress={() => {}}
        />
      </Sheet>
    </>
  );
}

export function DialogPage() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <ChatPage variant="failed" />
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('chat.discardTitle')}
        body={t('chat.discardBody')}
        confirmLabel={t('action.delete')}
        tone="danger"
        onConfirm={() => setIsOpen(false)}
      />
    </>
  );
}

export function SignOutPage() {
  const { t } = useTranslation();
  return (
    <>
      <ProfilePage />
      <Dialog
        isOpen
        onOpenChange={() => {}}
        title={t('profile.unsentTitle', { count: 3 })}
        body={t('profile.unsentBody')}
        actionsLayout="stacked"
        actions={
          <>
            <Button isWide>{t('profile.sendLater')}</Button>
            <Button isWide variant="dangerQuiet">
              {t('profile.discardItems', { count: 3 })}
            </Button>
            <Button isWide variant="quiet">
              {t('profile.stay')}
            </Button>
          </>
        }
      />
    </>
  );
}

export function MenuPage() {
  const { t } = useTranslation();
  return (
    <main>
      <Menu
        align="start"
        trigger={<IconButton label={t('action.more')} icon={<Ellipsis {...icon} />} />}
        items={[
          { id: 'en', label: 'English', isChosen: true, onPress: () => {} },
          { id: 'fil', label: 'Filipino', onPress: () => {} },
          {
            id: 'delete',
            label: t('action.delete'),
            icon: <Trash2 size={18} aria-hidden="true" />,
            tone: 'danger',
            onPress: () => {},
          },
        ]}
      />
    </main>
  );
}
