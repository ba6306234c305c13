// The keys that copy a selected text, as they stand on the keyboard of this system.
import type { Copy } from '../../copy/copy.ts';

export function copyKeys({ copyKeys: { mac, elsewhere } }: Copy['support']): string {
  return /Mac/i.test(navigator.userAgent) ? mac : elsewhere;
}
