import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverClock } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { useRelativeText } from '../../app/relative-text.ts';
import { formatDate } from '../../i18n/format.ts';
import * as styles from './when.css.ts';

interface WhenProps {
  /** Epoch milliseconds. */
  at: number;
  /** By the clock of the device, which may be wrong, and not as the server has stamped it. */
  isDeviceTime?: boolean;
  /** The sentence that the time stands in: all of it is pressed, and read out as one. */
  say?: (time: string) => string;
  /** `text` stands among words, `end` fills what is left of a line of buttons. */
  place?: 'text' | 'end';
}

/**
 * How long ago; a tap shows the exact time (docs/decisions/0012), which is also what a screen reader says of it. Not for a row
 * that is a link as a whole: a button in it would be one inside another.
 */
export function When({ at: given, isDeviceTime = false, say = (time) => time, place = 'text' }: WhenProps) {
  const { i18n } = useTranslation();
  const relativeText = useRelativeText();
  // Each minute draws it again; the seconds are counted then.
  useMinute();
  const [isExact, setIsExact] = useState(false);
  const at = isDeviceTime ? given + serverClock.offsetMs() : given;
  const moment = new Date(at);
  const exact = formatDate(i18n.language, 'exact', moment);
  return (
    <button type="button" className={styles.when[place]} title={exact} onClick={() => setIsExact(!isExact)}>
      <time dateTime={moment.toISOString()}>
        {say(isExact ? exact : relativeText(at, Math.max(serverClock.now(), at)))}
      </time>
    </button>
  );
}
