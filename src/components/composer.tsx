import { ArrowUp } from 'lucide-react';
import {
  type AriaAttributes,
  type DOMAttributes,
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
  /** @param caret where it stands after the change */
  onChange: (value: string, caret: number) => void;
  /** Of what it stands under: a conversation, or a page that is read. */
  measure?: 'talk' | 'reading';
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
  /** In the place of Send while there is nothing to send, as a microphone. */
  whenEmpty?: ReactNode;
  /** In the place of the whole line, as a recording that runs. */
  instead?: ReactNode;
  inputRef?: Ref<HTMLTextAreaElement>;
  onBlur?: () => void;
  /** What becomes of files that are pasted or dropped here, where nothing around the composer takes them. */
  drop?: Pick<DOMAttributes<HTMLElement>, 'onPaste' | 'onDragOver' | 'onDrop'>;
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
  measure = 'talk',
  isWaiting = false,
  placeholder,
  leading,
  above,
  hasMore = false,
  whenEmpty,
  instead,
  inputRef,
  onBlur,
  drop,
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
      {...drop}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.measure({ measure })}>
        {above}
        {text.length >= COUNT_FROM && (
          <p className={isTooLong ? styles.counterOver : styles.counter} role="status">
            {isTooLong
              ? t('validation.tooLong', { max: LIMITS.messageMax })
              : String(LIMITS.messageMax - text.length)}
          </p>
        )}
        {instead}
        <div className={styles.line} hidden={Boolean(instead)}>
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
            onChange={({ target }) => onChange(target.value, target.selectionStart)}
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
          {whenEmpty && text === '' && !hasMore && !isWaiting ? (
            whenEmpty
          ) : (
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
          )}
        </div>
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
