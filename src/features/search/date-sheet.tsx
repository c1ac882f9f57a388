import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { TextField } from '../../components/text-field.tsx';
import { daysBefore, type Filters } from './filters.ts';
import * as styles from './search-screen.css.ts';

const SPANS = { week: 6, month: 29, year: 364 } as const;

type Days = Pick<Filters, 'since' | 'until'>;

interface DateSheetProps extends Days {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (days: Days) => void;
}

/** From which day to which: a span with one press, or days by hand. */
export function DateSheet({ since, until, onChoose, ...sheet }: DateSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet {...sheet} title={t('search.filters.date')} layout="padded">
      <DateForm since={since} until={until} onChoose={onChoose} />
    </Sheet>
  );
}

function DateForm({ since, until, onChoose }: Days & Pick<DateSheetProps, 'onChoose'>) {
  const { t } = useTranslation();
  const now = new Date(useMinute());
  const [isTouched, setTouched] = useState(false);
  useHoldUpdate(isTouched);
  const today = daysBefore(now, 0);
  return (
    <form
      className={styles.dates}
      onChange={() => setTouched(true)}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const dayOf = (name: string): string | null => String(fields.get(name) ?? '') || null;
        const [from, to] = [dayOf('since'), dayOf('until')];
        // Whichever way round they were given.
        const isTurned = from !== null && to !== null && from > to;
        onChoose(isTurned ? { since: to, until: from } : { since: from, until: to });
      }}
    >
      <div className={styles.spans}>
        {(['week', 'month', 'year'] as const).map((span) => {
          const from = daysBefore(now, SPANS[span]);
          return (
            <Chip
              key={span}
              label={t(`search.filters.spans.${span}`)}
              isOn={since === from && until === null}
              onPress={() => onChoose({ since: from, until: null })}
            />
          );
        })}
      </div>
      <div className={styles.days}>
        <TextField
          label={t('search.filters.since')}
          type="date"
          name="since"
          max={today}
          defaultValue={since ?? ''}
        />
        <TextField
          label={t('search.filters.until')}
          type="date"
          name="until"
          max={today}
          defaultValue={until ?? ''}
        />
      </div>
      <div className={styles.dateButtons}>
        <Button
          type="button"
          variant="secondary"
          isWide
          onClick={() => onChoose({ since: null, until: null })}
        >
          {t('search.filters.anyTime')}
        </Button>
        <Button type="submit" isWide>
          {t('search.filters.show')}
        </Button>
      </div>
    </form>
  );
}
