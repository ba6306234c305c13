// Vitest's setup of each test file. Hooks belong to the file that registers them: in projects whose
// files share their modules (vitest.config.ts), a module's own hook would run for the first only.
import { afterEach } from 'vitest';
import { lists, shared } from './of-this-file.ts';

shared.clear();
lists.shared = 0;

afterEach(async () => {
  for (const touched of shared) {
    const error = await touched();
    if (error !== null) throw error;
  }
});
