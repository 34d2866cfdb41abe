import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

/** Writes the service worker with the list of files of this build, so that the page opens without a connection. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = ['./', ...Object.keys(bundle).filter((name) => !name.endsWith('.map'))].sort();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const source = readFileSync(new URL('./src/offline/worker.js', import.meta.url), 'utf8')
        .replace("'__VERSION__'", JSON.stringify(version))
        .replace("['__FILES__']", JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}

const server = process.env['TABLIER_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './',
  plugins: [preact(), offline()],
  build: {
    outDir: '../src/tablier/server/page',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
