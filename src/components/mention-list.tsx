import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import * as styles from './mention-list.css.ts';

interface MentionListProps {
  id: string;
  label: string;
  people: readonly {
    readonly id: string;
    readonly name: string;
    /** The name with its mark, where it has one. */
    readonly title?: ReactNode;
    readonly pictureId?: string | null;
  }[];
  activeIndex: number;
  onChoose: (index: number) => void;
}

export const mentionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Whom the half-typed name may mean. The field keeps the focus; it names the active option. */
export function MentionList({ id, label, people, activeIndex, onChoose }: MentionListProps) {
  return (
    <div className={styles.list} id={id} role="listbox" aria-label={label}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as above.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrows and Enter do the same.
        <div
          key={person.id}
          id={mentionOptionId(id, index)}
          className={styles.option({ isActive: index === activeIndex })}
          role="option"
          aria-selected={index === activeIndex}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <Avatar id={person.id} name={person.name} pictureId={person.pictureId} size="xs" />
          {person.title ?? person.name}
        </div>
      ))}
    </div>
  );
}
