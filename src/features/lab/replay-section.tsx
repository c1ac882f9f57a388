import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MutationName } from '../../../protocol/index.ts';
import { mutations } from '../../../protocol/index.ts';
import { useObservable } from '../../app/use-observable.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useEngine } from '../../session/services.tsx';
import { RowList } from '../shell/row-list.tsx';
import { lab, type ReplayReport, type SentMutation } from './lab.ts';

const COPIES = 5;

const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutations, name);

/** Sends what has arrived already once more, five times: it took effect once. */
export function ReplaySection() {
  const { t } = useTranslation();
  const sent = useObservable(lab.sent);
  return (
    <Section
      title={t('lab.replay')}
      surface={sent.length === 0 ? 'plain' : 'card'}
      note={t(sent.length === 0 ? 'lab.replayNothing' : 'lab.replayNote')}
    >
      <RowList items={sent} keyOf={({ mutation }) => mutation.id}>
        {(one) => <ReplayRow sent={one} />}
      </RowList>
    </Section>
  );
}

function ReplayRow({ sent }: { sent: SentMutation }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const [report, setReport] = useState<ReplayReport | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { name, id } = sent.mutation;
  const run = async () => {
    setIsBusy(true);
    try {
      setReport(await lab.replay(sent, COPIES));
      await engine.sync();
    } finally {
      setIsBusy(false);
    }
  };
  const words = (): string => {
    if (report === null) return id.slice(-8);
    if (report.answered < report.copies) return t('lab.replayUnanswered', { count: report.answered });
    return report.different === 0
      ? t('lab.replayOnce', { count: report.answered })
      : t('lab.replayTwice', { count: report.different });
  };
  return (
    <ListRow
      isWrapping
      leading={<Repeat size={22} aria-hidden="true" />}
      title={isMutationName(name) ? t(`outbox.what.${name}`) : name}
      subtitle={words()}
      actions={
        <Button size="sm" variant="secondary" isLoading={isBusy} onClick={() => void run()}>
          {t('lab.replayButton', { count: COPIES })}
        </Button>
      }
    />
  );
}
