import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** `npm run picture`: the page as the README shows it. */
export default defineConfig(tests, { testDir: '.', testMatch: 'picture.ts', globalSetup: './setup.ts' });
