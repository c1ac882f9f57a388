import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Fields whose words somebody else answers for. */
const heldElsewhere = {
  'auth/new-password-fields.tsx': 'the form around it holds',
  'auth/register-screen.tsx': 'use-registration.ts holds',
  'chat/chat-room.tsx': 'a draft',
  'chats/new-chat-screen.tsx': 'use-kept-group.ts holds',
  'friends/code-field.tsx': 'the form around it holds',
  'media/attachment-tray.tsx': 'a draft',
  'posts/comment-composer.tsx': 'a draft',
  'posts/post-form.tsx': 'a draft',
  'profile/person-fields.tsx': 'the form around it holds',
};

const features = `${import.meta.dirname}/../features`;
const field = /<(TextField|TextAreaField|PasswordField|CodeField|Composer|Field\.Control)\b|\buseForm\(/;

test('every form whose words are no draft keeps an update waiting', () => {
  const unheld = globSync('**/*.tsx', { cwd: features })
    .filter((file) => {
      const source = readFileSync(`${features}/${file}`, 'utf8');
      return field.test(source) && !source.includes('useHoldUpdate(');
    })
    .sort();
  expect(unheld).toEqual(Object.keys(heldElsewhere));
});
