import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMutationName } from '../../../protocol/index.ts';
import { outboxStates, type TraceStep } from '../../../sync/index.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../i18n/format.ts';
import * as styles from './timeline-section.css.ts';

const SHOWN = 8;

type MutationStep = Extract<TraceStep, { kind: 'mutation' }>;
type Timeline = { readonly id: string; readonly name: string; readonly steps: readonly MutationStep[] };

/** The life of each mutation, the newest first. */
const timelinesOf = (steps: readonly TraceStep[]): Timeline[] => {
  const timelines = new Map<string, MutationStep[]>();
  for (const step of steps) {
    if (step.kind !== 'mutation') continue;
    const own = timelines.get(step.id) ?? [];
    timelines.delete(step.id);
    timelines.set(step.id, [...own, step]);
  }
  return [...timelines].map(([id, own]) => ({ id, name: own[0]?.name ?? '', steps: own })).toReversed();
};

/** What happened to what was written here, step by step: queued, sending, acknowledged, settled. */
export function TimelineSection({ steps }: { steps: readonly TraceStep[] }) {
  const { t, i18n } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const timelines = timelinesOf(steps);
  const shown = isWhole ? timelines : timelines.slice(0, SHOWN);
  const stateOf = (to: string | null): string => {
    if (to === null) return t('doctor.settled');
    const state = outboxStates.find((known) => known === to);
    return state === undefined ? to : t(`doctor.stateOf.${state}`);
  };
  return (
    <Section
      title={t('doctor.timeline')}
      surface={timelines.length === 0 ? 'plain' : 'padded'}
      {...(timelines.length === 0 ? { note: t('doctor.timelineEmpty') } : {})}
    >
      <ol className={styles.timelines}>
        {shown.map(({ id, name, steps: own }) => (
          <li key={id} className={styles.life}>
            <span className={styles.name}>{isMutationName(name) ? t(`outbox.what.${name}`) : name}</span>
            <ol className={styles.steps}>
              {own.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
                <li key={at} className={styles.step}>
                  <time>{formatDate(i18n.language, 'seconds', new Date(step.at))}</time> {stateOf(step.to)}
                  {step.error !== null && ` (${step.error})`}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {timelines.length > shown.length && (
        <Button variant="quiet" size="sm" onClick={() => setIsWhole(true)}>
          {t('action.showMore')}
        </Button>
      )}
    </Section>
  );
}
