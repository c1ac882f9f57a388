/** Draws the public screens while the app is built. Runs in Node: what it imports must not need a browser to load. */

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { BehaviorSubject } from 'rxjs';
import type { UpdateState } from '../app/service-worker.ts';
import { AppRoot } from '../components/app-root.tsx';
import { LoadingScreen } from '../components/loading-screen.tsx';
import { createToaster } from '../components/toaster.ts';
import { ForgotPasswordScreen } from '../features/auth/forgot-password-screen.tsx';
import { RegisterScreen } from '../features/auth/register-screen.tsx';
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx';
import { SignInScreen } from '../features/auth/sign-in-screen.tsx';
import { WelcomeScreen } from '../features/welcome/welcome-screen.tsx';
import { setLanguage, startI18n } from '../i18n/i18n.ts';
import { languageList } from '../i18n/registry.ts';
import { createApi } from '../session/api.ts';
import { knownProvider, PROVIDER_PLACEHOLDER } from '../session/known-provider.ts';
import { resetLink } from '../session/reset-link.ts';
import { type Services, ServicesProvider } from '../session/services.tsx';
import { createSession } from '../session/session.ts';
import type { FirstScreen } from './screen-kinds.ts';

export interface FirstPage {
  readonly path: string;
  /** With a button for a provider of any name. */
  readonly screens: readonly FirstScreen[];
  /**
   * What a first-time visitor sees at once, without such a button. None where a reset mail leads: its token has
   * to leave the address before the first paint, and only the script knows whether there is one.
   */
  readonly arrivals: readonly FirstScreen[];
}

const publicScreens: Readonly<Record<string, FunctionComponent>> = {
  '/': SignInScreen,
  '/register': RegisterScreen,
  '/forgot-password': ForgotPasswordScreen,
  '/reset-password': ResetPasswordScreen,
};

/** Any token: the form that a reset mail leads to is the same for each. */
const RESET_HASH = `#token=${'0'.repeat(43)}`;

/** No stored data and no session. */
const emptyStorage: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
};

const createVisitor = (): Services => {
  const api = createApi('', () => 'en-US', { onSessionDead: () => undefined, onFailed: () => undefined });
  return {
    api,
    baseUrl: '',
    session: createSession({
      api,
      baseUrl: '',
      storage: emptyStorage,
      tabStorage: emptyStorage,
      isDeviceKnown: async () => false,
      hashToken: async () => null,
      endPush: async () => undefined,
      loadSync: () => Promise.reject(new Error('No sign-in while the app is built')),
      onFault: (error) => {
        throw error;
      },
    }),
    toaster: createToaster(),
    reportFailure: () => undefined,
    updates: {
      state: new BehaviorSubject<UpdateState>('none'),
      apply: () => undefined,
      hold: () => () => undefined,
      whenFree: () => undefined,
      check: async () => 'newest',
    },
    loginRequest: null,
  };
};

/** With the prefix, no id of the markup meets one of the app's. */
const draw = async (path: string, Screen: FunctionComponent): Promise<string> => {
  const services = createVisitor();
  const rootRoute = createRootRoute();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path, component: Screen }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  const html = renderToString(
    <ServicesProvider services={services}>
      <AppRoot toaster={services.toaster}>
        <RouterProvider router={router} />
      </AppRoot>
    </ServicesProvider>,
    { identifierPrefix: 'first' },
  );
  // How React marks what threw and was left for the browser to draw.
  if (html.includes('<!--$!-->'))
    throw new Error(`${path}: something on this screen needs a browser to be drawn`);
  return html;
};

/** Sent before the page's script is there, a form would put a password into the address: outside a dialog, this sends nothing. */
const formsThatWait = (html: string): string => html.replaceAll('<form ', '<form method="dialog" ');

const drawPage = async (path: string, Screen: FunctionComponent): Promise<FirstPage> => {
  const screens: FirstScreen[] = [];
  const arrivals: FirstScreen[] = [];
  for (const language of languageList) {
    await setLanguage(language);
    const add = async (kind: FirstScreen['kind'], Drawn: FunctionComponent) =>
      screens.push({ kind, language, html: await draw(path, Drawn) });
    if (path === '/reset-password') await add('deadLink', Screen);
    resetLink.take(RESET_HASH);
    if (resetLink.token() === null) throw new Error('This is no token of a reset mail any more');
    await add('screen', Screen);
    knownProvider.drawAs(null);
    arrivals.push({ kind: 'screen', language, html: formsThatWait(await draw(path, Screen)) });
    knownProvider.drawAs(PROVIDER_PLACEHOLDER);
    resetLink.forget();
    await add('welcome', () => <WelcomeScreen isByHand={false} />);
    await add('welcomeByHand', () => <WelcomeScreen isByHand />);
    await add('loading', LoadingScreen);
  }
  arrivals.push(...screens.filter(({ kind }) => kind === 'welcome' || kind === 'welcomeByHand'));
  return { path, screens, arrivals: path === '/reset-password' ? [] : arrivals };
};

export const drawPages = async (): Promise<FirstPage[]> => {
  await startI18n({ root: { lang: '', dir: '' }, storage: emptyStorage, wished: [], isStrict: true });
  const pages: FirstPage[] = [];
  for (const [path, Screen] of Object.entries(publicScreens)) pages.push(await drawPage(path, Screen));
  return pages;
};
