import type { LaunchOptions } from '@playwright/test';
import { findBrowser, findHeadlessShell } from '../../scripts/browser.mjs';

const executablePath = process.env['TAMBAY_CHROMIUM'] ?? findBrowser();

/** Two pages of the browser's own behind each window, the suggestions of its address bar: a tenth of a story's work. */
const NEVER_LOOKED_AT = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Playwright's own list for this switch, of which Chromium heeds only the last (chromiumSwitches.ts of 1.65). */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * How tests start Chromium, also those that launch one of their own (`chromium.launchPersistentContext(folder,
 * chromiumLaunch)`): what headless Chromium needs in a container, and what keeps it from talking to anyone but us.
 */
export const chromiumLaunch: LaunchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...NEVER_LOOKED_AT].join(',')}`,
  ],
  ...(executablePath === undefined ? {} : { executablePath }),
};

/** How most stories start it: without the browser around the pages. Undefined where no headless shell is installed. */
const shell = findHeadlessShell();
export const shellLaunch: LaunchOptions | undefined =
  shell === undefined ? undefined : { ...chromiumLaunch, executablePath: shell };
