/** Where a tab keeps what was typed into the form of the profile (features/profile/use-kept-form.ts); it goes with its member. */
export const PROFILE_DRAFT_KEY = 'tambay.profileDraft';
