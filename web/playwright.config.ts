import { defineConfig } from '@playwright/test';
import { browserPath } from './e2e/browser';

const chromium = browserPath();
if (!chromium && !process.env['CI']) {
  console.log('No Chromium here (CHROMIUM=… names one): what needs a real browser is skipped.');
  process.exit(0);
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  globalSetup: './e2e/setup.ts',
  use: {
    browserName: 'chromium',
    locale: 'en',
    viewport: { width: 1200, height: 750 },
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: ['--no-sandbox'] },
    actionTimeout: 30_000,
    trace: 'off',
  },
});
