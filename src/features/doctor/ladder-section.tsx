import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../app/online.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';
import { ladderOf, type Rung, type RungState } from './ladder.ts';
import type { Findings } from './use-diagnosis.ts';

const icons: Record<RungState, typeof CircleCheck> = {
  open: CircleCheck,
  broken: CircleAlert,
  unknown: CircleDashed,
};

/** From the device's network up to sending: the first rung that does not hold, and what repairs it. */
export function LadderSection({ findings }: { findings: Findings }) {
  const { t } = useTranslation();
  const isBrowserOnline = useIsOnline();
  const { diagnosis, reached } = findings;
  const isOnline =
    isBrowserOnline && !(diagnosis.status.connection === 'offline' && reached?.by === 'nobody');
  const ladder = ladderOf({ ...diagnosis, isOnline, reached });
  return (
    <Section title={t('doctor.ladder')} note={t('doctor.ladderNote')}>
      <RowList items={ladder} keyOf={({ name }) => name}>
        {(rung) => <RungRow rung={rung} />}
      </RowList>
    </Section>
  );
}

function RungRow({ rung: { name, state, lastAt } }: { rung: Rung }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  const last =
    lastAt === null ? (
      t('doctor.never')
    ) : (
      <When isDeviceTime at={lastAt} say={(time) => t('doctor.last', { time })} />
    );
  return (
    <ListRow
      isWrapping
      leading={<Icon size={22} aria-hidden="true" />}
      tone={state === 'broken' ? 'danger' : 'normal'}
      title={t(`doctor.rung.${name}`)}
      meta={t(`doctor.state.${state}`)}
      subtitle={
        state === 'broken' ? (
          <>
            {t(`doctor.fix.${name}`)} {last}
          </>
        ) : (
          last
        )
      }
      {...(state === 'broken' ? { actions: <FixButton name={name} /> } : {})}
    />
  );
}

/** The worker answers every screen's address from its cache: only one of the server's own reaches a captive portal. */
const PAST_WORKER = '/api/v1/health/check';

function FixButton({ name }: { name: Rung['name'] }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { baseUrl, session } = useServices();
  if (name === 'portal') {
    return (
      <Button
        size="sm"
        variant="secondary"
        onClick={() => window.open(`${baseUrl}${PAST_WORKER}`, '_blank', 'noopener')}
      >
        {t('doctor.openPortal')}
      </Button>
    );
  }
  if (name === 'session') {
    return (
      <Button size="sm" variant="secondary" onClick={() => void session.forceSignOut()}>
        {t('doctor.signInAgain')}
      </Button>
    );
  }
  return (
    <Button size="sm" variant="secondary" onClick={() => void engine.sync()}>
      {t('action.tryAgain')}
    </Button>
  );
}
