// A fake for the local state, in memory.
import type { LocalState } from '../../src/main/core/ports.ts';
import type { SavedState } from '../../src/main/core/saved-state.ts';

export function createFakeLocalState(): Pick<LocalState, 'get' | 'change'> {
  let parts: SavedState = {
    language: null,
    windowPlace: null,
    zoom: 100,
    theme: 'system',
    launchWhenSignedIn: null,
    computerName: null,
    install: null,
    loaderRelease: null,
    loaderUpdate: null,
    highestSequence: {},
    programFolder: {},
    deviceRequestAt: {},
    systemNotices: false,
    endToldAt: null,
    noticesTold: [],
    updateToldAt: {},
    chatSeenAt: {},
    redeemed: [],
    deviceParts: [],
  };
  return {
    get: () => parts,
    change: (change) => void (parts = { ...parts, ...change }),
  };
}
