import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './test/support/chromium.ts';

const isCI = process.env['CI'] === 'true';

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.browser.test.ts',
  outputDir: 'test-results/browser',
  // A story waits for half of its time, for the network and for clocks of the app: three of them fill two cores.
  workers: 3,
  // A story that passes only at its second attempt is named at the end of `npm test`, and more than two fail it.
  retries: isCI ? 1 : 0,
  timeout: 240_000,
  // How long a busy machine may take; whoever is quick does not wait.
  expect: { timeout: 30_000 },
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
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
