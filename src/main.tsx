import './first-screen/hand-over.ts';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchOutboxForWorker } from './app/background-flush.ts';
import { watchPrivateWindow } from './app/browser-choice.ts';
import { addToDataMeter, startDataMeter } from './app/data-meter.ts';
import { errorText } from './app/error-text.ts';
import { reportFault } from './app/faults.ts';
import { watchInstallPrompt } from './app/install-prompt.ts';
import { rememberVisit } from './app/known-visitor.ts';
import { followLabSwitch, isLabOn } from './app/lab-switch.ts';
import { NEW_GROUP_KEY } from './app/new-group-key.ts';
import { nextTask } from './app/next-task.ts';
import { rememberForWorker, watchNotificationTaps } from './app/notifications.ts';
import { PROFILE_DRAFT_KEY } from './app/profile-draft-key.ts';
import { refuseStrayFiles } from './app/refuse-stray-files.ts';
import { RESCUED_DRAFT_KEY } from './app/rescued-draft-key.ts';
import { resumeDrafts } from './app/resume-drafts.ts';
import { resumePendingLeaves } from './app/resume-pending-leaves.ts';
import { resumePreparing } from './app/resume-preparing.ts';
import { createAppRouter } from './app/router.ts';
import { isOpenedFromOutside, seedHistory } from './app/seed-history.ts';
import { followServerTime } from './app/server-time.ts';
import { reloadOnceForLostChunks, warmWhenIdle, watchServiceWorker } from './app/service-worker.ts';
import { takeSnapshot } from './app/snapshot/take-snapshot.ts';
import { setTheme, watchSystemTheme } from './app/theme.ts';
import { whenSignedIn } from './app/when-signed-in.ts';
import { watchBack } from './components/on-back.ts';
import { createToaster } from './components/toaster.ts';
import { callLanguage, followLanguage, startI18n, translator } from './i18n/i18n.ts';
import { LANGUAGE_STORAGE_KEY } from './i18n/language-key.ts';
import { createApi } from './session/api.ts';
import { baseUrl } from './session/base-url.ts';
import { hashToken, isDeviceKnown } from './session/device-facts.ts';
import { answerEarlyCall } from './session/early-call.ts';
import { readLoginRequest } from './session/login-request.ts';
import { oidcReturn } from './session/oidc-return.ts';
import { healPush, unsubscribePush } from './session/push-subscription.ts';
import { resetLink } from './session/reset-link.ts';
import type { Services } from './session/services.tsx';
import { createSession } from './session/session.ts';
import { isSettled, whenKnown } from './session/session-state.ts';
import { readToken } from './session/token-storage.ts';
import { watchKeyboard } from './theme/keyboard.ts';
import { parseThemeSetting, THEME_STORAGE_KEY } from './theme/theme-setting.ts';

// Before anything else: the token of a reset mail leaves the address bar, the history and every log.
if (location.pathname === '/reset-password' && resetLink.take(window.tambayFragment ?? location.hash))
  history.replaceState(null, '', '/reset-password');
delete window.tambayFragment;

// A signed-in member comes back from connecting the account there; that screen shows the outcome.
if (location.pathname === '/' && oidcReturn.take(location.hash))
  history.replaceState(null, '', readToken(localStorage) !== null ? '/profile/sign-in-provider' : '/');

rememberVisit();
refuseStrayFiles();
// Earlier releases kept pictures of the tabs there, with names and words.
for (const key of Object.keys(localStorage)) if (key.startsWith('tambay.look ')) localStorage.removeItem(key);
const openTapped = watchNotificationTaps();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** So long the list may take to be drawn after the app has been; then whatever stands there is shown. */
const SNAPSHOT_MAX_MS = 3_000;

const toaster = createToaster();
const reportFailure: Services['reportFailure'] = (error) => {
  // Being offline is no failed call.
  if (error === null && !navigator.onLine) return;
  toaster.show({ message: errorText(error, translator.language, translator.t), variant: 'error' });
};
const reader = { root: document.documentElement, storage: localStorage, wished: navigator.languages };
const api = createApi(baseUrl, () => callLanguage(reader), {
  hooks: { beforeRequest: [answerEarlyCall] },
  // A call of an older session, as one that is being ended, says nothing of this one.
  onSessionDead: (token) => {
    if (token === session.token()) void session.forceSignOut().catch(reportFault);
  },
  onFailed: reportFailure,
});
const session = createSession({
  api,
  baseUrl,
  storage: localStorage,
  tabStorage: sessionStorage,
  isDeviceKnown,
  hashToken,
  endPush: (token) => unsubscribePush(api, token),
  loadSync: () => import('../sync/index.ts'),
  loadWrap: async () => (isLabOn() ? (await import('./features/lab/lab.ts')).lab.wrap : null),
  onReceived: addToDataMeter,
  onFault: reportFault,
});
const services: Services = {
  api,
  baseUrl,
  session,
  toaster,
  reportFailure,
  updates: watchServiceWorker(baseUrl),
  loginRequest:
    location.pathname === '/'
      ? readLoginRequest(location.search, window.opener, window.top !== window.self)
      : null,
};

// A member's start has nothing on the screen to be touched; a form does.
const letFormAnswer = (): Promise<void> | undefined => (window.tambayHandOver ? nextTask() : undefined);
await letFormAnswer();

// What a member wrote in this tab leaves it with the member.
session.state.subscribe(({ kind }) => {
  if (kind !== 'anonymous') return;
  for (const key of [RESCUED_DRAFT_KEY, PROFILE_DRAFT_KEY, NEW_GROUP_KEY]) sessionStorage.removeItem(key);
});
whenSignedIn(session, async () => {
  const token = session.token();
  if (token !== null) await healPush(api, token);
});
resumeDrafts(session, () =>
  toaster.show({ message: translator.t('chat.notSentFiles'), variant: 'warning', durationMs: 8_000 }),
);
resumePreparing(session);
resumePendingLeaves(services);
reloadOnceForLostChunks(async () => (await api.health()).kind === 'done', services.updates.whenFree);
watchOutboxForWorker(session);
watchKeyboard(window);
watchSystemTheme();
startDataMeter();
followServerTime();
followLabSwitch(services.updates);
watchInstallPrompt();
void watchPrivateWindow();
window.addEventListener('storage', ({ key, newValue }) => {
  void session.storageChanged(key);
  // What another tab has chosen. A sign-out removes such choices, which is not a choice.
  if (newValue === null) return;
  if (key === LANGUAGE_STORAGE_KEY) void followLanguage(newValue).catch(reportFault);
  if (key === THEME_STORAGE_KEY) setTheme(parseThemeSetting(newValue));
});
// Back in the tab's history after a sign-out elsewhere: the frozen page missed the event.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) void session.storageChanged(null);
});
window.addEventListener('pagehide', () => session.pageEnds());
window.addEventListener('online', () => session.networkReturned());

const started = session.start();
await letFormAnswer();
await startI18n({ ...reader, isStrict: import.meta.env.DEV });
await letFormAnswer();
const isFromOutside = isOpenedFromOutside();
watchBack();
const router = createAppRouter({ session });
// What stands there already, a screen or the sign that the app is coming, stays until there is more to see.
const known = await whenKnown(session.state);
if (known.kind !== 'signedIn') takeSnapshot();
// Specification §2: another site asks who is signed in, and no member is. Whatever an earlier member left here goes.
if (known.kind === 'anonymous' && services.loginRequest !== null) await session.signOut('later');
// A member who answers another site stays at its address; every other start loads the screen it leads to.
const isAnswering = known.kind === 'signedIn' && services.loginRequest !== null;
if (isFromOutside) seedHistory(session, router);
if (isSettled(known) && !isAnswering) await router.load();
await letFormAnswer();
const app = (
  <StrictMode>
    <App services={services} router={router} />
  </StrictMode>
);
function Drawn({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return children;
}
const drawAtOnce = (place: Element): void => flushSync(() => createRoot(place).render(app));
/** As a transition, which lets a finger or a key come between: React yields in no other drawing. */
const drawInPieces = (place: Element): Promise<void> =>
  new Promise((resolve) =>
    startTransition(() => createRoot(place).render(<Drawn onDrawn={resolve}>{app}</Drawn>)),
  );
const isForMember = known.kind === 'signedIn';
if (window.tambayHandOver)
  await window.tambayHandOver({
    draw: isForMember ? async (place) => drawAtOnce(place) : drawInPieces,
    isForMember,
    isAtAddress: () => router.state.matches.at(-1)?.pathname === location.pathname,
  });
else drawAtOnce(root);
// The list takes its place (features/chats/use-list-snapshot.ts), unless another screen stands there.
setTimeout(takeSnapshot, SNAPSHOT_MAX_MS);
// On top of what the start itself leads to, so that back leads there.
openTapped(router);
warmWhenIdle();
await started;
void rememberForWorker().catch(reportFault);
translator.on('languageChanged', () => void rememberForWorker().catch(reportFault));
