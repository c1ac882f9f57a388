/** At hand at once. */
export const QUICK_EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Behind the plus: faces, hands, hearts, and what people here celebrate with. */
export const MORE_EMOJI = [
  ...['😀', '😄', '😁', '🤣', '😊', '😍', '😘', '🥰', '😎', '🤩', '🥳', '🤔', '🙄', '😴', '🤯', '😱'],
  ...['😡', '😭', '🥺', '😅', '😬', '🤗', '🤭', '🫡', '👎', '👏', '🙌', '👌', '✌️', '🤞', '💪', '🤝'],
  ...['🫶', '💛', '💚', '💙', '💜', '💔', '💯', '🔥', '✨', '🎉', '🎂', '☕', '🍚', '🌧️', '☀️', '🇵🇭'],
] as const;
