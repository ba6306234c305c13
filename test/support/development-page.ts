// Builds the page with React's development build, which prints warnings.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { engines } from '../../vite.config.ts';

/** The build of React that the pages use. Only the development build prints warnings. */
export interface ReactOption {
  readonly react: 'released' | 'development';
}

/** Builds into a separate folder, so the released build in out/ stays unchanged. */
export async function buildDevelopmentPage(outDir: string): Promise<void> {
  // Vite prefers this variable to the mode.
  const previousNodeEnv = process.env['NODE_ENV'];
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
    if (previousNodeEnv === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = previousNodeEnv;
  }
}
