// Builds the customers' page into the service's package, which serves it.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  base: '/my/',
  publicDir: false,
  envDir: false,
  plugins: [react()],
  // React looks for its developer tools; the page has none.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  build: {
    outDir: at('../service/page'),
    emptyOutDir: true,
    // Browsers of the last two years.
    target: 'es2024',
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One script with everything. Each language is another.
            {
              name: 'shared',
              test: /node_modules|packages\/(?:kit|web|protocol|page\/src\/(?!copy))/,
            },
          ],
        },
      },
    },
  },
});
