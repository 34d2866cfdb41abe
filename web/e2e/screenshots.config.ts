import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** `npm run screenshots`: pictures of every screen, to look at, in web/screenshots/. */
export default defineConfig(tests, { testDir: '.', testMatch: 'screenshots.ts', globalSetup: './setup.ts' });
