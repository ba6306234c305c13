// Returns the name of this system's keyboard shortcut for copying.
import type { Copy } from '../../copy/copy.ts';

export function copyShortcut({ copyKeys: { mac, elsewhere } }: Copy['support']): string {
  return /Mac/i.test(navigator.userAgent) ? mac : elsewhere;
}
