import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

const { globalSetup: _, ...shared } = tests;

/** `npm run package`: a turn on the page of the package that TABLIER_PYTHON has installed. Nothing is warmed up: it may take a while. */
export default defineConfig(shared, { testDir: '.', testMatch: 'package.ts', expect: { timeout: 60_000 } });
