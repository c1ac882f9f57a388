import { PROVIDER_PLACEHOLDER } from '../session/known-provider.ts';

/** The button of the OpenID provider was drawn for any name: it gets the server's, or goes where there is none. */
export const fillProviderButton = (root: Element, name: string | undefined): void => {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode())
    if (texts.currentNode instanceof Text && texts.currentNode.data.includes(PROVIDER_PLACEHOLDER))
      found.push(texts.currentNode);
  for (const text of found)
    if (name === undefined) text.parentElement?.closest('button')?.remove();
    else text.data = text.data.replace(PROVIDER_PLACEHOLDER, () => name);
};
