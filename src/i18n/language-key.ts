/** Apart from the texts: the first screen's script needs nothing else of the languages. */
export const LANGUAGE_STORAGE_KEY = 'tambay.language';
