import { mergeProps } from '@base-ui/react/merge-props';
import { useRender } from '@base-ui/react/use-render';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { isolate } from '../i18n/isolate.ts';
import { ROW } from './arrow-rows.tsx';
import * as styles from './list-row.css.ts';

export interface ListRowProps {
  /** The fragment of an address that leads to this row. */
  anchor?: string | undefined;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the subtitle: "You:". */
  subtitleLead?: ReactNode;
  /** `draft` puts the lead in colour: something of one's own waits there. */
  subtitleLeadTone?: 'plain' | 'draft';
  leading?: ReactNode;
  /** At the end of the title's line: the time. */
  meta?: ReactNode;
  /** At the end of the subtitle's line: a badge. */
  badge?: ReactNode;
  /** At the end of the row, across both lines: a chevron, a switch, a menu. */
  trailing?: ReactNode;
  /** Buttons under the texts; a row with actions must not be a link itself. */
  actions?: ReactNode;
  /** Something new is in it: darker subtitle, coloured time. */
  isUnread?: boolean;
  isCurrent?: boolean;
  /** Of rows of which one is chosen: whether it is this one. */
  isChosen?: boolean;
  /** Low, for settings: what stands there is the app's own words, which wrap. */
  isCompact?: boolean;
  /** Long texts take as many lines as they need. */
  isWrapping?: boolean;
  /** Where there is room, the buttons stand at the end of the row and not under its texts. */
  hasActionsBeside?: boolean;
  tone?: 'normal' | 'danger';
  onPress?: () => void;
  /** A router link, `render={<Link to=… />}`; without it and without `onPress` the row is only shown. */
  render?: ReactElement | undefined;
}

const apart = (words: ReactNode): ReactNode => (typeof words === 'string' ? isolate(words) : words);

/** A person, a chat, a setting: everything that stands in a list. */
export function ListRow({
  anchor,
  title,
  subtitle,
  subtitleLead,
  subtitleLeadTone = 'plain',
  leading,
  meta,
  badge,
  trailing,
  actions,
  isUnread = false,
  isCurrent = false,
  isChosen,
  isCompact = false,
  isWrapping = false,
  hasActionsBeside = false,
  tone = 'normal',
  onPress,
  render,
}: ListRowProps) {
  const isPressable = onPress !== undefined || render !== undefined;
  const own: ComponentPropsWithRef<'button'> & { 'data-row'?: true } = {
    ...ROW,
    className: styles.row({
      isPressable,
      isCurrent,
      isCompact,
      isWrapping: isWrapping || isCompact,
      hasActionsBeside,
      tone,
    }),
    children: (
      <>
        {leading !== undefined && (
          <span
            className={
              (isWrapping || isCompact) && actions !== undefined ? styles.leadingTop : styles.leading
            }
          >
            {leading}
          </span>
        )}
        <span className={styles.main}>
          <span className={styles.line}>
            <span className={isCompact ? styles.titlePlain : styles.title}>{apart(title)}</span>
            {meta !== undefined && <span className={isUnread ? styles.metaStrong : styles.meta}>{meta}</span>}
          </span>
          {(subtitle !== undefined || badge !== undefined) && (
            <span className={styles.line}>
              <span className={isUnread ? styles.subtitleStrong : styles.subtitle}>
                {subtitleLead !== undefined && (
                  <span className={styles.lead[subtitleLeadTone]}>{apart(subtitleLead)} </span>
                )}
                {apart(subtitle)}
              </span>
              {badge}
            </span>
          )}
          {actions !== undefined && <span className={styles.actions}>{actions}</span>}
        </span>
        {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
      </>
    ),
  };
  if (anchor !== undefined) own.id = anchor;
  if (isCurrent) own['aria-current'] = 'page';
  if (isChosen !== undefined) own['aria-pressed'] = isChosen;
  if (onPress) own.onClick = onPress;
  if (onPress && !render) own.type = 'button';
  return useRender({
    defaultTagName: onPress ? 'button' : 'div',
    render,
    props: mergeProps<'button'>(own, {}),
  });
}
