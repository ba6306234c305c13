// Sample of a newer loader, for the screens in the tests and in the gallery.
import type { LoaderUpdate } from '../../src/shared/loader-update.ts';

/** A newer loader that is verified and waits for a restart. */
export const updateReady: LoaderUpdate = {
  version: '6.0.0',
  notes: 'Starts twice as fast.\nFixes the sign-in with old authenticator apps.',
  how: 'restart',
  failure: null,
  download: null,
};
