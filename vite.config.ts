// The build for development, tests and release: the Electron parts as CommonJS files, the page for
// Electron's Chromium, service, command line and preview as ESM for the pinned Node, and the desk.
import { rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type EnvironmentOptions } from 'vite';
import { readCommit } from './scripts/build/commit.ts';
import { listFiles } from './scripts/build/list-files.ts';
import { completeNotices } from './scripts/build/notices.ts';
import { fileList } from './src/main/adapters/built-files.ts';

/** The Node and Chromium of Electron 33, the oldest version that the tests run on. */
export const engines = { node: 'node20', page: 'chrome130' } as const;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const stamp = at('out/built-at');
/** External: third-party packages, and the service for the command line. Our others are bundled. */
const packageNames = /^(?!@latchkey\/(?!service\/))(?:@[\w-]+\/)?[\w-][\w.-]*(?:\/|$)/;
const nodeBuiltins = [...builtinModules, /^node:/];

/** The loader shows the licenses of what is bundled: src/main/adapters/licenses.ts. */
const license = { fileName: 'licenses.json' } as const;

/**
 * One self-contained CommonJS file for Electron: it reads nothing from node_modules at run time.
 */
function electronPart(outDir: string, input: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: engines.node,
      minify: true,
      sourcemap: false,
      license,
      rolldownOptions: {
        input: at(input),
        platform: 'node',
        external: ['electron', ...nodeBuiltins],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  };
}

/** ESM for the pinned Node; packages stay external, except `bundled`. */
function nodePart(
  outDir: string,
  input: Record<string, string>,
  bundled: readonly string[] = [],
): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: [...bundled] },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      license: bundled.length > 0 && { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, at(path)])),
        platform: 'node',
        external: (id) =>
          !bundled.includes(id) &&
          [...nodeBuiltins, packageNames].some((name) =>
            typeof name === 'string' ? name === id : name.test(id),
          ),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}

/** For src/main/adapters/built-commit.ts. */
function withCommit(part: EnvironmentOptions): EnvironmentOptions {
  return { ...part, define: { BUILT_COMMIT: JSON.stringify(readCommit(at('.'))) } };
}

function page(root: string, outDir: string, input: string): EnvironmentOptions {
  return {
    consumer: 'client',
    // React looks for its developer tools; the page has none.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      target: engines.page,
      modulePreload: false,
      assetsInlineLimit: 0,
      license,
      rolldownOptions: {
        input: at(`${root}/${input}`),
        // What the entry imports is one script. Otherwise, modules that it shares are another.
        output: {
          codeSplitting: {
            groups: [
              { name: 'entry', test: /index\.html$/, priority: 2 },
              { name: 'later', test: /screens\/later\.ts$/, priority: 1 },
            ],
          },
        },
      },
    },
  };
}

// A function, because tests import this file for its constants only.
export default defineConfig(() => ({
  root: at('src/renderer'),
  base: './',
  publicDir: false,
  envDir: false,
  plugins: [react()],
  environments: {
    client: page('src/renderer', 'out/client', 'index.html'),
    main: withCommit(electronPart('out/main', 'src/main/index.ts')),
    hardwareWorker: electronPart('out/hardware-worker', 'src/main/adapters/hardware-worker.ts'),
    deliveryWorker: electronPart(
      'out/delivery-worker',
      'src/main/adapters/delivery/delivery-worker.ts',
    ),
    preload: electronPart('out/preload', 'src/preload/index.ts'),
    service: nodePart('packages/service/dist', {
      main: 'packages/service/src/main.ts',
      administration: 'packages/service/src/host/administration.ts',
      'command-line-parts': 'packages/service/src/host/command-line-parts.ts',
      'connection-thread': 'packages/service/src/database/connection-thread.ts',
      'bcrypt-worker': 'packages/service/src/secrets/bcrypt-worker.ts',
      'manifest-worker': 'packages/service/src/storage/manifest-worker.ts',
      'copy-check': 'packages/service/src/host/copy-check.ts',
    }),
    // Without packages at run time: only local commands load the service, which sellers may lack. Only
    // the parts of zod that it uses, because loading all of zod takes 60 ms.
    cli: nodePart('packages/cli/dist', { main: 'packages/cli/src/main.ts' }, [
      'zod',
      'commander',
      '@latchkey/service/command-line',
    ]),
    preview: withCommit(nodePart('out/preview', { main: 'src/preview/main.ts' })),
    previewPage: {
      consumer: 'client',
      build: {
        outDir: at('out/preview-page'),
        emptyOutDir: true,
        target: engines.page,
        rolldownOptions: {
          input: at('src/preview/page/bridge.ts'),
          output: { format: 'iife', entryFileNames: '[name].js' },
        },
      },
    },
  },
  builder: {
    /** The stamp is the start of the newest complete build, for scripts/build-if-stale.js. */
    async buildApp(builder) {
      const startedAt = Date.now();
      await rm(stamp, { force: true });
      for (const environment of Object.values(builder.environments))
        await builder.build(environment);
      const { logLevel = 'info' } = builder.config;
      for (const name of ['desk', 'page'])
        await build({ configFile: at(`packages/${name}/vite.config.ts`), logLevel });
      completeNotices(at('out'), at('node_modules'));
      await writeFile(at(`out/${fileList}`), JSON.stringify(listFiles(at('out'))));
      await writeFile(stamp, `${startedAt}\n`);
    },
  },
}));
