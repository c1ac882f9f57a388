import type { DraftEdit, DraftFile, DraftMention, DraftSend } from '../../../sync/index.ts';
import type { DraftState, KeptPart } from './draft-state.ts';

/** What the composer of a chat or of a post's comments holds, and what can be done with it (`use-draft.ts`). */
export type Draft = DraftState & {
  /** What stands in the field: the new words while a message is edited. */
  readonly value: string;
  /** Puts a file into the stored draft that was kept after the field had gone. */
  readonly holdLate: (file: DraftFile) => Promise<void>;
  /** Shows what waits behind it, and lets this wait. */
  readonly showNext: () => void;
  /** What the device held of it is there. */
  readonly isRead: boolean;
  /** @param caret where it stands after the change */
  readonly change: (value: string, caret?: number) => void;
  /** Remembers who was chosen from the list for the `@` at a place: two people may have one name. */
  readonly mention: (mention: DraftMention, at: number) => void;
  /** What the words will answer. */
  readonly replyTo: (messageId: string | null) => void;
  /** What lies in the tray now. */
  readonly hold: (files: readonly DraftFile[]) => void;
  /** Puts a message's words into the field. */
  readonly startEdit: (edit: DraftEdit) => void;
  /** Goes back to what was typed before. Changed words are thrown away, and can be brought back for a moment. */
  readonly stopEdit: () => void;
  /** Puts something refused into the field, whole; what stands there waits until that is sent or given up. */
  readonly bringBack: (part: KeptPart) => void;
  /** Puts words that could not be stored back, before what was typed meanwhile. */
  readonly giveBack: (draft: DraftState) => void;
  /** Goes up when another draft has come into the field, with files of its own. */
  readonly turn: number;
  /** Puts what is typed on the device now. @returns whether it is there */
  readonly save: () => Promise<boolean>;
  /** The rows that the words in the field came from: what sends the words deletes them. */
  readonly rowIds: () => readonly string[];
  readonly hasFiles: () => boolean;
  /**
   * Whether the field still says what was drawn. Another tab may have sent it, or brought other words, a frame ago: then a
   * press is meant for what is gone.
   */
  readonly isAsDrawn: () => boolean;
  /** As `MutateOptions` wants it: undefined while the field says something that no other tab can know. */
  readonly source: (files: readonly string[]) => string | undefined;
  /** Notes in the draft that Send was pressed, or that the press is over; stored with the next save. */
  readonly pressSend: (send: DraftSend | null) => void;
  /** The field has gone, and what it held has been stored as far as that went. */
  readonly whenLeft: () => Promise<unknown>;
  /** Empties the field; the stored draft goes with the transaction that stores what became of it. */
  readonly take: () => void;
  /** Ends the edit; the stored draft keeps its words until `forget`. */
  readonly takeEdit: () => void;
  readonly forget: () => Promise<void>;
};
