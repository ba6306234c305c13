// Builds one file of the main process for a test, as vite.config.ts builds the whole: CommonJS with everything in it, for
// the oldest runtime that is tested.
import { build } from 'vite';

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
      target: 'node16',
      minify: false,
      rolldownOptions: {
        external: ['electron', /^node:/],
        output: { format: 'cjs', entryFileNames: name, codeSplitting: false },
      },
    },
  });
}
