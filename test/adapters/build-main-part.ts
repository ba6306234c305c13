// Builds one file of the main process for a test, like vite.config.ts: a CommonJS file with all its
// dependencies except Electron and Node.
import { build } from 'vite';
import { engines } from '../../vite.config.ts';

/** `input` is absolute; the result is `outDir`/`name`. */
export async function buildMainPart(input: string, outDir: string, name: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: input,
      target: engines.node,
      minify: false,
      rolldownOptions: {
        external: ['electron', /^node:/],
        output: { format: 'cjs', entryFileNames: name, codeSplitting: false },
      },
    },
  });
}
