/** What only a page has, in a form that is also true in the worker: this code is checked for both. */
export const pageDocument = (): (EventTarget & { readonly visibilityState: string }) | undefined => {
  const here: {
    readonly navigator?: unknown;
    readonly document?: EventTarget & { readonly visibilityState: string };
  } = globalThis;
  return here.document;
};
