import { defineConfig } from '@playwright/test';
import { chromiumLaunch, shellLaunch } from './test/support/chromium.ts';

const isCI = process.env['CI'] === 'true';

/** These need what the headless shell lacks: push, a share menu, a camera prompt, installing. The shell costs a fifth less CPU. */
const WHOLE_BROWSER =
  /(?:catalogue|edges|install|lab|push[a-z-]*|qr|share|voice|worker-uploads)\.browser\.test\.ts$/;

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.browser.test.ts',
  outputDir: 'test-results/browser',
  // A story waits for half of its time, for the network and for clocks of the app: three of them fill two cores.
  workers: 3,
  // A story that passes only at its second attempt is named at the end of `npm test`, and more than two fail it.
  retries: isCI ? 1 : 0,
  timeout: 240_000,
  // How long a busy machine may take; a quick one does not wait.
  expect: { timeout: 60_000 },
  forbidOnly: isCI,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['TAMBAY_BROWSER_REPORT'] ?? 'test-results/browser.json' }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // Recording takes a quarter of the time: `npx playwright test --trace on NAME` when a failure needs it.
    // Without limits of their own, what is not there is waited for until the story's time is up.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: chromiumLaunch,
  },
  projects: shellLaunch
    ? [
        { name: 'shell', testIgnore: WHOLE_BROWSER, use: { launchOptions: shellLaunch } },
        { name: 'chromium', testMatch: WHOLE_BROWSER },
      ]
    : [{ name: 'chromium' }],
});
