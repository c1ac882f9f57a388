import { Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDataThisMonth } from '../../app/data-meter.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';

/** How much came in over the network this month, below the saver of data. */
export function DataSection() {
  const { t, i18n } = useTranslation();
  const bytes = useDataThisMonth();
  return (
    <Section>
      <ListRow
        anchor="data-month"
        isCompact
        isWrapping
        leading={<Gauge size={22} aria-hidden="true" />}
        title={t('data.month')}
        meta={formatBytes(i18n.language, bytes)}
      />
    </Section>
  );
}
