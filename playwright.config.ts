import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './test/support/chromium.ts';

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.browser.test.ts',
  outputDir: 'test-results/browser',
  // Two cores: one for the browser, one for the server it talks to.
  workers: 1,
  retries: 0,
  timeout: 240_000,
  // How long a busy machine may take; whoever is quick does not wait.
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] === 'true',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['TAMBAY_BROWSER_REPORT'] ?? 'test-results/browser.json' }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
