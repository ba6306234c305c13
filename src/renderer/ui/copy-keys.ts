// The keyboard shortcut for copying on this system.
import type { Copy } from '../../copy/copy.ts';

export function copyKeys({ copyKeys: { mac, elsewhere } }: Copy['support']): string {
  return /Mac/i.test(navigator.userAgent) ? mac : elsewhere;
}
