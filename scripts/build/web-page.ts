// The build of a page that the service serves: the desk, and the customers' page.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

interface WebPage {
  /** The folder in `packages`, and in the package of the service. */
  readonly name: string;
  /** The path at which the service serves it. */
  readonly base: string;
  /**
   * Folders of its sources with many scripts that share parts, as a pattern. Everything else is one
   * script then.
   */
  readonly apart?: string;
}

const at = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

export function webPage({ name, base, apart }: WebPage) {
  return defineConfig({
    root: at(name),
    base,
    publicDir: false,
    envDir: false,
    plugins: [react()],
    // React looks for its developer tools; the page has none.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: at(`service/${name}`),
      emptyOutDir: true,
      // Browsers of the last two years.
      target: 'es2024',
      modulePreload: false,
      assetsInlineLimit: 0,
      sourcemap: false,
      license: { fileName: 'licenses.md' },
      ...(apart !== undefined && { rolldownOptions: { output: oneScript(name, apart) } }),
    },
  });
}

/** What only a second factor needs, and few visits. */
const rare = 'uqr/|draw-qr|ScanCode|CodeList';

function oneScript(name: string, apart: string) {
  const ours = `packages/(?:(?:kit|web)/src/(?!${rare})|protocol|${name}/src/(?!${apart}))`;
  const test = new RegExp(`node_modules/(?!${rare})|${ours}`);
  return { codeSplitting: { groups: [{ name: 'shared', test }] } };
}
