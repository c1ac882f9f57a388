import { Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  BUDGETS_MB,
  type BudgetMb,
  setDataBudget,
  useBudgetLimit,
  useCountedBytes,
  useCountsWifi,
} from '../../app/data-budget.ts';
import { useDataThisMonth } from '../../app/data-meter.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { tellsNetworkKind } from '../../app/network-kind.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import * as styles from './media-section.css.ts';

const NONE = 'none';

/** How much went over the network this month, and how much may. */
export function DataSection() {
  const { t, i18n } = useTranslation();
  const bytes = useDataThisMonth();
  const limit = useBudgetLimit();
  const countsWifi = useCountsWifi();
  const counted = useCountedBytes();
  const tellsKind = tellsNetworkKind();
  const size = (value: number) => formatBytes(i18n.language, value);
  const limitBytes = limit === null ? null : Number(limit) * 1_000_000;
  const options: { value: BudgetMb | typeof NONE; label: string }[] = [
    { value: NONE, label: t('data.noLimit') },
    ...BUDGETS_MB.map((value) => ({ value, label: size(Number(value) * 1_000_000) })),
  ];
  return (
    <>
      <Section>
        <ListRow
          anchor="data-month"
          isCompact
          isWrapping
          leading={<Gauge size={22} aria-hidden="true" />}
          title={t('data.month')}
          meta={size(bytes)}
        />
      </Section>
      <Section
        anchor="data-limit"
        title={t('data.limit')}
        surface="padded"
        note={`${t('data.limitHint')}${limitBytes === null || tellsKind ? '' : ` ${t('data.wifiUnknown')}`}`}
      >
        <Segmented
          label={t('data.limit')}
          value={limit ?? NONE}
          options={options}
          onChange={(value) => setDataBudget({ limit: value === NONE ? null : value, countsWifi })}
        />
        {limitBytes !== null && (
          <>
            <progress
              className={styles.meter}
              value={Math.min(counted, limitBytes)}
              max={limitBytes}
              aria-label={t('data.limit')}
            />
            <p className={styles.said}>
              {t('data.usedOf', { used: size(counted), limit: size(limitBytes) })}
            </p>
          </>
        )}
      </Section>
      {limitBytes !== null && tellsKind && (
        <Section>
          <SwitchRow
            label={t('data.countWifi')}
            isOn={countsWifi}
            onChange={(next) => setDataBudget({ limit, countsWifi: next })}
          />
        </Section>
      )}
    </>
  );
}
