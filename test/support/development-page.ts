// The page on React's development build, which warns of what the released one passes over in silence.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { engines } from '../../vite.config.ts';

/** Of which React the pages are: the one that is released, or the one that warns. */
export interface ReactOption {
  readonly react: 'released' | 'development';
}

/** Builds it into a folder of its own; what is released lies in out/ and is left alone. */
export async function buildDevelopmentPage(outDir: string): Promise<void> {
  // Vite goes by the variable before it goes by the mode.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'development';
  try {
    await build({
      configFile: false,
      mode: 'development',
      root: fileURLToPath(new URL('../../src/renderer', import.meta.url)),
      base: './',
      publicDir: false,
      envDir: false,
      logLevel: 'error',
      plugins: [react()],
      define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
      build: {
        outDir,
        emptyOutDir: true,
        target: engines.page,
        modulePreload: false,
        assetsInlineLimit: 0,
        minify: false,
      },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
