import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import '../theme/reset.css.ts';
import '../theme/preferences.css.ts';
import '../theme/themes.css.ts';
import { ToastHost } from './toast-host.tsx';
import type { Toaster } from './toaster.ts';

export interface AppRootProps {
  toaster: Toaster;
  children: ReactNode;
}

/** What every screen stands in: the theme, the rule that nothing writes `<style>` (strict CSP), and the toasts. */
export function AppRoot({ toaster, children }: AppRootProps) {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <ToastHost toaster={toaster} />
    </CSPProvider>
  );
}
