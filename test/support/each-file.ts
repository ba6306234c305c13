// Vitest setup for each test file. Hooks are registered here, because in projects whose files share
// modules (vitest.config.ts), a hook in a module would run for the first file only.
import { afterEach } from 'vitest';
import { lists, shared } from './per-file-state.ts';

shared.clear();
lists.shared = 0;

afterEach(async () => {
  for (const check of shared) {
    const error = await check();
    if (error !== null) throw error;
  }
});
