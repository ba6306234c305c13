// `npm run docs`: prints docs/api.md and docs/openapi.json from the wire's specification, which Node reads as it is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) {
  const { printDocs } = await import('./api-docs/print.ts');
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const [path, text] of Object.entries(await printDocs())) {
    await writeFile(join(root, path), text);
    console.error(`Printed ${path}`);
  }
}
