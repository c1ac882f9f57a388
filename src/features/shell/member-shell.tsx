import { Outlet, useRouterState } from '@tanstack/react-router';
import { AppFrame } from '../../components/app-frame.tsx';
import { EngineProvider, useSessionState } from '../../session/services.tsx';
import { MemberNav } from './member-nav.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { isInsideChat } from './tabs.ts';

/** What stands around every signed-in screen. */
export function MemberShell() {
  const state = useSessionState();
  const pathname = useRouterState({ select: (routes) => routes.location.pathname });
  // Signed out a moment ago: the guard is about to lead away, and nobody reads a closed database.
  if (state.kind !== 'signedIn') return null;
  return (
    <EngineProvider engine={state.engine} key={state.engine.userId}>
      <Shortcuts />
      <AppFrame nav={<MemberNav />} isNavHiddenOnNarrow={isInsideChat(pathname)}>
        <Outlet />
      </AppFrame>
    </EngineProvider>
  );
}
