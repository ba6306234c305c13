// Vitest's set-up of each file of tests. Hooks belong to the file that registers them: where files share what they import, as the
// service's do (vitest.config.ts), a module that registers one does so for the first file only.
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
