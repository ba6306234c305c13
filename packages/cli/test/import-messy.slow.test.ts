// A thousand messy files: the table of each import is exactly that of its dry run.
import { test } from 'vitest';
import { importMessyFiles } from './messy-imports.ts';
import { openBench } from './support/cli.ts';

test('imports of a thousand messy files do exactly what their dry runs said', async () => {
  await importMessyFiles(await openBench({ requestsPerMinute: 1_000_000 }), 1000);
}, 600_000);
