import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useLayoutEffect, useRef, useState } from 'react';
import { haptic } from './haptics.ts';
import * as styles from './segmented.css.ts';

export interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Two to four ways of looking at the same list. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const { root, ruler, isTight } = useFit();
  return (
    <div className={styles.root} ref={root}>
      <div className={styles.ruler} ref={ruler} aria-hidden="true">
        {options.map((option) => (
          // By its style sheet: a text here would stand twice in the document.
          <span key={option.value} className={styles.measured} data-label={option.label} />
        ))}
      </div>
      <ToggleGroup
        className={styles.group}
        data-tight={isTight || undefined}
        aria-label={label}
        value={[value]}
        onValueChange={([next]) => {
          const chosen = options.find((option) => option.value === next);
          if (!chosen) return;
          haptic('light');
          onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <Toggle key={option.value} className={styles.option} value={option.value}>
            {option.label}
          </Toggle>
        ))}
      </ToggleGroup>
    </div>
  );
}

/** Whether the options have no room beside each other in one line, whatever their letters and the language. */
function useFit() {
  const root = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const [isTight, setIsTight] = useState(false);
  useLayoutEffect(() => {
    const { current: room } = root;
    const { current: wanted } = ruler;
    if (room === null || wanted === null) return;
    const measure = (): void => setIsTight(wanted.offsetWidth > room.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    observer.observe(wanted);
    return () => observer.disconnect();
  }, []);
  return { root, ruler, isTight };
}
