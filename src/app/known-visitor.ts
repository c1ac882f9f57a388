import { KNOWN_VISITOR_COOKIE } from '../../protocol/index.ts';

const A_YEAR_SECONDS = 31_536_000;

/** From now on the pages of this server wait for what is stored here: a language, a theme, a session. */
export const rememberVisit = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is there in secure contexts alone.
  document.cookie = `${KNOWN_VISITOR_COOKIE}=1; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
};
