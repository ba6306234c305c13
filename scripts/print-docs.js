// Writes the generated files of the documentation: docs/api.md, docs/openapi.json and
// docs/engineering/operations.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printDocs } from './api-docs/print.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const [path, text] of Object.entries(await printDocs())) {
  await writeFile(join(root, path), text);
  console.error(`Printed ${path}`);
}
