import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

const executablePath = process.env['TAMBAY_CHROMIUM'] ?? findBrowser();

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
  ],
  ...(executablePath === undefined ? {} : { executablePath }),
};
