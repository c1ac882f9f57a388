import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposerProps } from '../../components/composer.tsx';
import { isComposing } from '../../components/is-composing.ts';
import { MentionList, mentionOptionId } from '../../components/mention-list.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { PersonName } from '../people/person-name.tsx';
import { findMentionable, type Mentionable, mentionAt, putMention } from './mention-query.ts';

interface MentionsOptions {
  people: readonly Mentionable[];
  value: string;
  change: (value: string, caret?: number) => void;
  /** @param at where the `@` stands */
  onChoose: (person: Mentionable, at: number) => void;
  input: RefObject<HTMLTextAreaElement | null>;
}

export type Mentions = {
  readonly list: ReactNode;
  readonly field: Pick<ComposerProps, 'onKeyDown' | 'onCaret' | 'fieldAria'>;
};

/** Offers the members of the chat while an `@name` is being typed. */
export function useMentions({ people, value, change, onChoose, input }: MentionsOptions): Mentions {
  const { t } = useTranslation();
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** The `@` at which the list was closed by hand. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const query = people.length === 0 ? null : mentionAt(value, caret);
  const found = query === null || query.start === closedAt ? [] : findMentionable(people, query.words);
  // A whole name is nothing to choose any more.
  const isDone = found.length === 1 && found[0]?.name === query?.words.trimEnd();
  const isOpen = query !== null && found.length > 0 && !isDone;
  useBackCloses(isOpen, () => setClosedAt(query?.start ?? null));
  const activeIndex = Math.min(active, found.length - 1);

  const choose = (index: number) => {
    const person = found[index];
    if (query === null || person === undefined) return;
    const put = putMention(value, query, person.name);
    change(put.text, put.caret);
    onChoose(person, query.start);
    setActive(0);
    // No event tells of it: the list would stay for what stood before it.
    setCaret(put.caret);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(put.caret, put.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((activeIndex + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(activeIndex);
    else if (event.key === 'Escape') setClosedAt(query.start);
    else return;
    event.preventDefault();
  };
  return {
    list: isOpen && (
      <MentionList
        id={listId}
        label={t('chat.mention')}
        people={found.map(({ user, ...person }) =>
          user ? { ...person, title: <PersonName user={user} /> } : person,
        )}
        activeIndex={activeIndex}
        onChoose={choose}
      />
    ),
    field: {
      onKeyDown,
      onCaret: (next) => {
        // The caret matters beside an `@` only; elsewhere its every step would draw the room once more.
        if (value.includes('@')) setCaret(next);
        if (closedAt !== null && mentionAt(value, next)?.start !== closedAt) setClosedAt(null);
      },
      fieldAria: isOpen
        ? {
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': mentionOptionId(listId, activeIndex),
          }
        : {},
    },
  };
}
