// Limits V8's young generation, the memory for new objects.
import { setFlagsFromString } from 'node:v8';

/**
 * By default, the semi-space grows to 128 MiB if many objects survive a scavenge, for example with
 * many tenants. Its size after the start, usually 32 MiB, is enough: at the smallest size a `check`
 * takes about an eighth more CPU time, and a larger one saves nothing. V8 reads the flag whenever
 * it is about to grow the space.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
