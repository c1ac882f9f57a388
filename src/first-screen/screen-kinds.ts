/**
 * What a page may show before the app is there:
 * - `screen`: the public screen of its address
 * - `deadLink`: instead of it, when a reset mail's token is missing
 * - `welcome`, `welcomeByHand`: what comes first on a mobile browser; the second with the steps for an iPhone
 * - `loading`: somebody is signed in, and must not see a form meanwhile
 */
export type ScreenKind = 'screen' | 'deadLink' | 'welcome' | 'welcomeByHand' | 'loading';

export interface FirstScreen {
  readonly kind: ScreenKind;
  readonly language: string;
  readonly html: string;
}
