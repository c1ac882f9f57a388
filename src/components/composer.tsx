import { ArrowUp } from 'lucide-react';
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../protocol/index.ts';
import * as styles from './composer.css.ts';
import { isSendPress } from './composer-keys.ts';
import { haptic } from './haptics.ts';
import { isComposing } from './is-composing.ts';
import { Spinner } from './spinner.tsx';

// Counting is said only when it begins to matter.
const COUNT_FROM = LIMITS.messageMax - 200;

export interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  /** Called with what is to be sent, edges trimmed; the owner empties `value`. */
  onSend: (text: string) => void;
  /** Send was pressed, and what goes along is not ready yet. */
  isWaiting?: boolean;
  placeholder?: string;
  /** Before the field, as an attach button. */
  leading?: ReactNode;
  /** Above the field: the quoted message, the attachment tray. */
  above?: ReactNode;
  /** Something besides text can be sent, as attachments. */
  hasMore?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
  onBlur?: () => void;
  /** Sees keys first; one that it has prevented does nothing else. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Where the caret stands now. */
  onCaret?: (caret: number) => void;
  /** A list that the field opens and points into. */
  fieldAria?: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>;
}

/** Where a message is written: one to five lines, never focused by itself, disabled only when empty. */
export function Composer({
  value,
  onChange,
  onSend,
  isWaiting = false,
  placeholder,
  leading,
  above,
  hasMore = false,
  inputRef,
  onBlur,
  onKeyDown,
  onCaret,
  fieldAria,
}: ComposerProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowingField(field, value);

  const text = value.trim();
  const isTooLong = text.length > LIMITS.messageMax;
  const canSend = (text !== '' || hasMore) && !isTooLong;
  const send = () => {
    if (!canSend || isWaiting) return;
    haptic('medium');
    onSend(text);
  };

  return (
    <form
      className={styles.root}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {above}
      {text.length >= COUNT_FROM && (
        <p className={isTooLong ? styles.counterOver : styles.counter} role="status">
          {isTooLong
            ? t('validation.tooLong', { max: LIMITS.messageMax })
            : String(LIMITS.messageMax - text.length)}
        </p>
      )}
      <div className={styles.line}>
        {leading}
        <textarea
          ref={(element) => {
            field.current = element;
            if (typeof inputRef === 'function') return inputRef(element);
            if (inputRef) inputRef.current = element;
          }}
          className={styles.input}
          rows={1}
          dir="auto"
          enterKeyHint="enter"
          aria-label={placeholder ?? t('chat.composer')}
          placeholder={placeholder ?? t('chat.composer')}
          aria-invalid={isTooLong || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          {...fieldAria}
          onSelect={({ currentTarget }) => onCaret?.(currentTarget.selectionStart)}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            if (event.isDefaultPrevented()) return;
            const press = {
              key: event.key,
              shiftKey: event.shiftKey,
              ctrlKey: event.ctrlKey,
              metaKey: event.metaKey,
              isComposing: isComposing(event.nativeEvent),
            };
            if (!isSendPress(press, matchMedia('(pointer: coarse)').matches)) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          type="submit"
          className={styles.send}
          disabled={!canSend}
          aria-busy={isWaiting}
          aria-label={t('chat.send')}
          title={t('chat.send')}
          // A press must not take the focus: the keyboard would go down after every message.
          onPointerDown={(event) => event.preventDefault()}
        >
          {isWaiting ? <Spinner /> : <ArrowUp size={24} strokeWidth={2.5} aria-hidden="true" />}
        </button>
      </div>
    </form>
  );
}

/** Browsers without `field-sizing` get the height by hand. */
function useGrowingField(field: { current: HTMLTextAreaElement | null }, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [field, value]);
}
