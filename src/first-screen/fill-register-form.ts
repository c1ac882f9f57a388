import { readRegisterDraft } from '../features/auth/register-draft.ts';

/** What was typed before a reload stands there again at once; the app takes it over with the form (carry-over.ts). */
export const fillRegisterForm = (root: ParentNode): void => {
  for (const [name, value] of Object.entries(readRegisterDraft())) {
    const field = root.querySelector<HTMLInputElement>(`form input[name="${name}"]`);
    // What somebody was quicker to type stays.
    if (field?.value === '') field.value = value;
  }
};
