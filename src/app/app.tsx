import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AppRoot } from '../components/app-root.tsx';
import { LoadingScreen } from '../components/loading-screen.tsx';
import { LoginRequestScreen } from '../features/auth/login-request-screen.tsx';
import { UnreachableScreen } from '../features/auth/unreachable-screen.tsx';
import { CrashScreen } from '../features/shell/crash-screen.tsx';
import { UpdatePrompt } from '../features/shell/update-prompt.tsx';
import { WelcomeScreen } from '../features/welcome/welcome-screen.tsx';
import { type Services, ServicesProvider, useServices, useSessionState } from '../session/services.tsx';
import { isSettled } from '../session/session-state.ts';
import type { createAppRouter } from './router.ts';
import { useIsWelcomed } from './use-browser-choice.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

interface AppProps {
  services: Services;
  router: AppRouter;
}

export function App({ services, router }: AppProps) {
  return (
    <ServicesProvider services={services}>
      <AppRoot toaster={services.toaster}>
        <StartScreen router={router} />
        <UpdatePrompt />
      </AppRoot>
    </ServicesProvider>
  );
}

/** On a mobile browser the welcome screen comes first (specification §2). */
function StartScreen({ router }: { router: AppRouter }) {
  return useIsWelcomed() ? <WelcomeScreen /> : <SessionGate router={router} />;
}

function SessionGate({ router }: { router: AppRouter }) {
  const state = useSessionState();
  const { loginRequest } = useServices();
  const isAnswering = state.kind === 'signedIn' && loginRequest !== null;
  // The guards read the session, and run again when it has changed. Before it is known they would lead everybody astray.
  const isKnown = isSettled(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of kind is what they run again for.
  useEffect(() => {
    if (isKnown && !isAnswering) void router.invalidate();
  }, [router, state.kind, isKnown]);
  if (state.kind === 'verifying') return <LoadingScreen />;
  if (state.kind === 'unreachable') return <UnreachableScreen error={state.error} />;
  if (state.kind === 'failed') return <CrashScreen />;
  // Who signs in here first, or makes an account, is asked right after.
  if (isAnswering) return <LoginRequestScreen request={loginRequest} />;
  return <RouterProvider router={router} />;
}
