/** Where the last words of a page that is being left wait for the next one (rescued-draft.ts). */
export const RESCUED_DRAFT_KEY = 'tambay.rescuedDraft';
