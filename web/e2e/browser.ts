import { existsSync } from 'node:fs';

/** The system's Chromium; undefined: the one Playwright would install. */
export function browserPath(): string | undefined {
  const known = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return known.find((path) => path !== undefined && existsSync(path));
}
