import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isLabOn } from '../../app/lab-switch.ts';
import { isPlayerShown } from '../../app/now-playing.ts';
import { useTimeZone } from '../../app/time-zone.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useExternalValue, useObservable } from '../../app/use-observable.ts';
import { AppFrame } from '../../components/app-frame.tsx';
import { EngineProvider, useEngine, useSessionState } from '../../session/services.tsx';
import { SuspendedScreen } from '../account/suspended-screen.tsx';
import { useAccountStatus } from '../account/use-account-status.ts';
import { AwayCard } from '../away/away-card.tsx';
import { useDropStaleSnapshot } from '../chats/use-list-snapshot.ts';
import { useAcceptedNotice } from '../friends/use-accepted-notice.ts';
import { useKeepPinned } from '../media/keep-pinned.ts';
import { MediaViewer } from '../media/media-viewer.tsx';
import { PictureUrls } from '../media/picture-urls.tsx';
import { useBudgetNotice } from '../media/use-budget-notice.ts';
import { useRefusalToasts } from '../outbox/use-refusal-toasts.ts';
import { LookAlikes } from '../people/look-alikes.tsx';
import { useSearchIndex } from '../search/use-search-index.ts';
import { useMessageSounds } from '../sounds/use-message-sounds.ts';
import { MemberNav } from './member-nav.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { isInsideChat } from './tabs.ts';

/** Testers' alone: loaded when the lab is on. */
const LabBanner = lazy(() =>
  import('../lab/lab-banner.tsx').then(({ LabBanner: component }) => ({ default: component })),
);

/** Loaded when something is played for the first time. */
const MiniPlayer = lazy(() =>
  import('../media/sounds/mini-player.tsx').then(({ MiniPlayer: component }) => ({ default: component })),
);

function Player() {
  return useObservable(isPlayerShown) ? (
    <Suspense>
      <MiniPlayer />
    </Suspense>
  ) : null;
}

/** The screens, unless the account is suspended: then one alone says so. Without a network that is not known, and all stays readable. */
function Inside({ pathname }: { pathname: string }) {
  const [account, setAccountStatus] = useAccountStatus();
  if (account?.suspension)
    return <SuspendedScreen suspension={account.suspension} onStatus={setAccountStatus} />;
  return (
    <AppFrame
      nav={<MemberNav />}
      isNavHiddenOnNarrow={isInsideChat(pathname)}
      notice={
        <>
          {isLabOn() && (
            <Suspense>
              <LabBanner />
            </Suspense>
          )}
          <AwayCard />
          <Player />
        </>
      }
    >
      <Outlet />
    </AppFrame>
  );
}

/** What stands around every signed-in screen. */
export function MemberShell() {
  useTimeZone();
  const state = useSessionState();
  const pathname = useRouterState({ select: (routes) => routes.location.pathname });
  // Signed out a moment ago: the guard is about to redirect, and a closed database is not read.
  if (state.kind !== 'signedIn') return null;
  return (
    <EngineProvider engine={state.engine} key={state.engine.userId}>
      <LookAlikes>
        <PictureUrls>
          <Shortcuts />
          <SearchIndex />
          <KeepPinned />
          <BudgetNotice />
          <HoldForUploads />
          <AcceptedNotice />
          <RefusalToasts />
          <DropStaleSnapshot />
          <MessageSounds />
          <MediaViewer screen={pathname}>
            <Inside pathname={pathname} />
          </MediaViewer>
        </PictureUrls>
      </LookAlikes>
    </EngineProvider>
  );
}

function KeepPinned() {
  useKeepPinned();
  return null;
}

function BudgetNotice() {
  useBudgetNotice();
  return null;
}

function HoldForUploads() {
  const { files } = useEngine();
  const isSending = useExternalValue(files.progress, () => files.progress.value.size > 0);
  useHoldUpdate(isSending, 'upload');
  return null;
}

function AcceptedNotice() {
  useAcceptedNotice();
  return null;
}

function RefusalToasts() {
  useRefusalToasts();
  return null;
}

function DropStaleSnapshot() {
  useDropStaleSnapshot();
  return null;
}

function MessageSounds() {
  useMessageSounds();
  return null;
}

function SearchIndex() {
  useSearchIndex();
  return null;
}
