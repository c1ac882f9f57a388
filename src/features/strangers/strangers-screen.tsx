import { CloudOff, Hourglass, ShieldAlert, Sparkles, UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StrangerChat } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useServices } from '../../session/services.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { ChoiceForm } from './choice-form.tsx';
import { DrawnAvatar } from './drawn-avatar.tsx';
import { SafetyForm } from './safety-form.tsx';
import { StrangerRoom } from './stranger-room.tsx';
import { type Strangers, useStrangers } from './use-strangers.ts';

/** `/strangers`: from the safety screen to the chat. */
export function StrangersScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const strangers = useStrangers();
  const { chatId, close, leaveChat } = strangers;
  if (chatId !== null)
    return (
      <StrangerRoom key={chatId} chatId={chatId} onClose={close} onLeave={(how) => leaveChat(chatId, how)} />
    );
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader title={t('strangers.title')} back={{ onPress: back }} status={<ConnectionStrip />} />
      }
    >
      <EntryScreen strangers={strangers} />
    </Screen>
  );
}

function EntryScreen({ strangers }: { strangers: Strangers }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { status, isOnline, failure, isUnanswered, reload, save, search } = strangers;
  const [isChanging, setIsChanging] = useState(false);
  if (!isOnline)
    return (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={t('strangers.offline')}
        hint={t('strangers.offlineHint')}
      />
    );
  if (status === null)
    return failure !== null ? (
      <EmptyState
        icon={<CloudOff size={32} />}
        line={failure.error === null ? t('strangers.unreachable') : errorText(failure.error.detail)}
        action={<Button onClick={() => void reload()}>{t('action.tryAgain')}</Button>}
      />
    ) : (
      <SkeletonList rows={4} />
    );
  if (status.access === 'minor')
    return <EmptyState icon={<ShieldAlert size={32} />} line={t('strangers.minor')} />;
  if (status.access === 'paused')
    return (
      <EmptyState
        icon={<ShieldAlert size={32} />}
        line={t('strangers.paused')}
        hint={t('strangers.pausedHint')}
      />
    );
  if (!status.settings?.optedIn) return <SafetyForm settings={status.settings} onSave={save} />;
  if (isChanging)
    return (
      <ChoiceForm
        settings={status.settings}
        label={t('strangers.saveChange')}
        onSave={async (settings) => {
          if (await save(settings)) setIsChanging(false);
        }}
      />
    );
  if (search.kind === 'waiting')
    return (
      <EmptyState
        icon={<Spinner />}
        line={t('strangers.waiting')}
        hint={t(isUnanswered ? 'strangers.unreachable' : 'strangers.waitingHint')}
        action={
          <Button variant="secondary" onClick={strangers.stop}>
            {t('strangers.stop')}
          </Button>
        }
      />
    );
  return <Start strangers={strangers} onChange={() => setIsChanging(true)} />;
}

function Start({ strangers, onChange }: { strangers: Strangers; onChange: () => void }) {
  const { t, i18n } = useTranslation();
  const { toaster } = useServices();
  const { status, search, start, save, tell } = strangers;
  const settings = status?.settings;
  const optOut = async (): Promise<void> => {
    if (!settings || !(await save({ ...settings, optedIn: false }))) return;
    toaster.show({ message: t('strangers.optedOut'), variant: 'success' });
  };
  return (
    <Stack>
      {search.kind === 'full' ? (
        <EmptyState
          icon={<Hourglass size={32} />}
          line={t('strangers.tooMany', { time: formatDate(i18n.language, 'clock', search.until) })}
        />
      ) : search.kind === 'unreached' ? (
        <EmptyState
          icon={<CloudOff size={32} />}
          line={t('strangers.unreachable')}
          action={<Button onClick={start}>{t('action.tryAgain')}</Button>}
        />
      ) : search.kind === 'tired' ? (
        <EmptyState
          icon={<UserRoundSearch size={32} />}
          line={t('strangers.nobody')}
          hint={status?.willBeTold ? t('strangers.told') : t('strangers.nobodyHint')}
          action={<Button onClick={start}>{t('strangers.again')}</Button>}
        />
      ) : (
        <EmptyState
          icon={<Sparkles size={32} />}
          line={t('strangers.entryHint')}
          hint={t('strangers.safetyLead')}
          action={<Button onClick={start}>{t('strangers.start')}</Button>}
        />
      )}
      {search.kind === 'tired' && !status?.willBeTold && (
        <Button isWide variant="outline" onClick={() => void tell()}>
          {t('strangers.tell')}
        </Button>
      )}
      <Recent recent={status?.recent ?? []} />
      <Button isWide variant="outline" onClick={onChange}>
        {t('strangers.change')}
      </Button>
      <Button isWide variant="quiet" onClick={() => void optOut()}>
        {t('strangers.optOut')}
      </Button>
    </Stack>
  );
}

/** Chats that have ended and are not gone yet. */
function Recent({ recent }: { recent: readonly StrangerChat[] }) {
  const { t, i18n } = useTranslation();
  const [reported, setReported] = useState<string | null>(null);
  const shown = recent.filter(({ revealedCode }) => revealedCode === null);
  if (shown.length === 0) return null;
  return (
    <Section title={t('strangers.recent')} note={t('strangers.recentHint')}>
      {shown.map(({ id, other, ended }) => (
        <ListRow
          key={id}
          title={other.alias}
          leading={<DrawnAvatar id={other.id} size="sm" />}
          {...(ended ? { subtitle: formatDate(i18n.language, 'clock', new Date(ended.at)) } : {})}
          trailing={
            <Button size="sm" variant="dangerQuiet" onClick={() => setReported(other.id)}>
              {t('strangers.report')}
            </Button>
          }
        />
      ))}
      <ReportSheet
        isOpen={reported !== null}
        onOpenChange={(isOpen) => !isOpen && setReported(null)}
        reported={{ kind: 'stranger', targetId: reported ?? '' }}
      />
    </Section>
  );
}
