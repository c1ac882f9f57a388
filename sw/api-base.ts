/**
 * Where the API is, from the query parameter of the worker's own path (docs/decisions/0012). Anybody can register a path
 * with any parameter from a console: only the app's own origin and those listed at build time are believed, because the
 * member's token goes there. @returns null for any other
 */
export const checkedApiBase = (scriptUrl: URL, listed: readonly string[]): string | null => {
  const asked = scriptUrl.searchParams.get('api') ?? scriptUrl.origin;
  if (!URL.canParse(asked)) return null;
  const base = new URL(asked);
  // A path, a name or a password in it is no API base of ours.
  if (asked !== base.origin) return null;
  const allowed = [scriptUrl.origin, ...listed.filter((entry) => URL.canParse(entry))].map(
    (entry) => new URL(entry).origin,
  );
  return allowed.includes(base.origin) ? base.origin : null;
};
