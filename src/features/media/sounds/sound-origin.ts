/** The message that carries a sound, as far as its player needs to know it. */
export type SoundOrigin = {
  readonly chatId: string;
  readonly messageId: string;
  readonly senderName: string;
  readonly isOwn: boolean;
  /** On another device of the member. */
  readonly isHeard: boolean;
  /** The names of the others who have listened, as one text; null where nobody has, or it is not told. */
  readonly listeners: string | null;
};
