/** The message that carries a sound, as far as its player needs to know it. */
export type SoundOrigin = {
  readonly chatId: string;
  readonly messageId: string;
  readonly senderName: string;
  readonly isOwn: boolean;
};
