// What is remembered on this computer, in memory.
import type { LocalState, StateParts } from '../../src/main/core/ports.ts';

export function createFakeLocalState(): Pick<LocalState, 'get' | 'change'> {
  let parts: StateParts = {
    language: null,
    zoom: 100,
    highestSequence: {},
    programFolder: {},
    deviceRequestAt: {},
  };
  return {
    get: () => parts,
    change: (change) => void (parts = { ...parts, ...change }),
  };
}
