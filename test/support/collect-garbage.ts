// Before memory is measured: what is only waiting to be collected is held by nobody.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // by the flag
  setFlagsFromString('--no-expose-gc');
  collect();
}
