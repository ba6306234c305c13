// The one build, for development, tests and release: the loader's parts as single CommonJS files that also the oldest
// supported runtime takes, the page for its browser, and the service, command line and preview as ESM for the pinned Node.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const stamp = at('out/built-at');
const packageNames = /^(?:@[\w-]+\/)?[\w-][\w.-]*(?:\/|$)/;
const nodeBuiltins = [...builtinModules, /^node:/];

/** One self-contained CommonJS file for Electron: nothing is read from node_modules at run time. */
function electronPart(outDir: string, input: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node16',
      minify: true,
      sourcemap: false,
      rolldownOptions: {
        input: at(input),
        platform: 'node',
        external: ['electron', ...nodeBuiltins],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  };
}

/** ESM for the pinned Node; packages stay outside. */
function nodePart(outDir: string, input: Record<string, string>): EnvironmentOptions {
  return {
    consumer: 'server',
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, at(path)])),
        platform: 'node',
        external: [...nodeBuiltins, packageNames],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}

function page(root: string, outDir: string, input: string): EnvironmentOptions {
  return {
    consumer: 'client',
    // React looks for its developer tools; the page has none.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      target: 'chrome108',
      cssTarget: 'chrome108',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: at(`${root}/${input}`) },
    },
  };
}

/** The page's chunks have no styles and nothing to preload: the helper for that would be the larger half of a small one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js')
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

/** What makes a module of a CommonJS package, as the bundler writes it: its first argument is the package. */
const packageMaker = /([\w$]+)=\([\w$]+,[\w$]+\)=>\(\)=>\([\w$]+\|\|\([\w$]+\(\([\w$]+=\{exports:/;

/**
 * React's packages are most of the page's script and run at once. Chromium 108 takes a function in parentheses for one that does, but not
 * an arrow: it would read all of it twice.
 */
const readOnce: Plugin = {
  name: 'read-once',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const maker = packageMaker.exec(chunk.code)?.[1];
      if (maker === undefined) continue;
      const start = `=${maker.replaceAll('$', '\\$')}\\(\\(`;
      chunk.code = chunk.code
        .replaceAll(new RegExp(`(${start})([\\w$]+)=>\\{`, 'g'), '$1function($2){')
        .replaceAll(new RegExp(`(${start})\\(([\\w$,]+)\\)=>\\{`, 'g'), '$1function($2){');
    }
  },
};

export default defineConfig({
  root: at('src/renderer'),
  base: './',
  publicDir: false,
  envDir: false,
  plugins: [plainImports, react(), readOnce],
  environments: {
    client: page('src/renderer', 'out/client', 'index.html'),
    main: electronPart('out/main', 'src/main/index.ts'),
    hardwareWorker: electronPart('out/hardware-worker', 'src/main/adapters/hardware-worker.ts'),
    deliveryWorker: electronPart(
      'out/delivery-worker',
      'src/main/adapters/delivery/delivery-worker.ts',
    ),
    preload: electronPart('out/preload', 'src/preload/index.ts'),
    service: nodePart('out/service', {
      main: 'src/service/main.ts',
      'connection-thread': 'src/service/database/connection-thread.ts',
      'bcrypt-worker': 'src/service/secrets/bcrypt-worker.ts',
    }),
    cli: nodePart('out/cli', {
      main: 'src/cli/main.ts',
      'connection-thread': 'src/service/database/connection-thread.ts',
      'bcrypt-worker': 'src/service/secrets/bcrypt-worker.ts',
      'copy-check': 'src/service/host/copy-check.ts',
    }),
    preview: nodePart('out/preview', { main: 'src/preview/main.ts' }),
    previewPage: {
      consumer: 'client',
      build: {
        outDir: at('out/preview-page'),
        emptyOutDir: true,
        target: 'chrome108',
        rolldownOptions: {
          input: at('src/preview/page/bridge.ts'),
          output: { format: 'iife', entryFileNames: '[name].js' },
        },
      },
    },
  },
  builder: {
    /** The stamp says when the newest complete build began; scripts/build-if-stale.js compares it with the sources. */
    async buildApp(builder) {
      const startedAt = Date.now();
      await rm(stamp, { force: true });
      for (const environment of Object.values(builder.environments))
        await builder.build(environment);
      await mkdir(at('out'), { recursive: true });
      await writeFile(stamp, `${startedAt}\n`);
    },
  },
});
