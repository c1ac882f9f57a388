import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { ReportCard } from './report-card.tsx';
import { type ModerationView, useModeration } from './use-moderation.ts';

const views: readonly ModerationView[] = ['open', 'closed', 'suspended', 'log'];

/** `/moderation`: for the accounts that the server's configuration names; it needs the server all the time. */
export function ModerationScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const [view, setView] = useState<ModerationView>('open');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('moderation.title')}
          back={{ onPress: back }}
          below={
            <Segmented
              label={t('moderation.view')}
              value={view}
              options={views.map((value) => ({ value, label: t(`moderation.${value}`) }))}
              onChange={setView}
            />
          }
        />
      }
    >
      <View key={view} view={view} />
    </Screen>
  );
}

function View({ view }: { view: ModerationView }) {
  const { t, i18n } = useTranslation();
  const { page, reload, answer } = useModeration(view);
  const time = (at: string): string => formatDate(i18n.language, 'exact', new Date(at));
  if (page === null) return <SkeletonList rows={4} />;
  const isEmpty = page.reports.length + page.suspensions.length + page.log.length === 0;
  if (isEmpty) return <EmptyState icon={<Inbox size={32} />} line={t('moderation.none')} />;
  return (
    <Stack>
      {page.reports.map((report) => (
        <ReportCard key={report.id} report={report} onChanged={() => void reload()} />
      ))}
      {page.suspensions.map(({ id, person, reason, note, until, appeal, isAnswered }) => (
        <Section
          key={id}
          title={person.name}
          surface="padded"
          action={until === null ? t('moderation.forGood') : t('moderation.until', { time: time(until) })}
        >
          <Stack gap="sm">
            <p>{t(`report.reasons.${reason}`)}</p>
            {note !== null && <p>{note}</p>}
            <p>{appeal === null ? t('moderation.noAppeal') : `${t('moderation.appeal')}: ${appeal}`}</p>
            {isAnswered && <p>{t('moderation.answered')}</p>}
            <Button size="sm" variant="outline" onClick={() => void answer(id, true)}>
              {t('moderation.lift')}
            </Button>
            {appeal !== null && !isAnswered && (
              <Button size="sm" variant="outline" onClick={() => void answer(id, false)}>
                {t('moderation.keep')}
              </Button>
            )}
          </Stack>
        </Section>
      ))}
      {page.log.length > 0 && (
        <Section>
          {page.log.map(({ id, at, moderator, action, person, words }) => (
            <ListRow
              key={id}
              isWrapping
              title={`${moderator ?? t('moderation.terminal')} ${t(`moderation.actions.${action}`)}`}
              subtitle={[person, words].filter(Boolean).join(' · ')}
              meta={time(at)}
            />
          ))}
        </Section>
      )}
    </Stack>
  );
}
