// Returns the name of this system's keyboard shortcut for copying.
import type { FirstCopy } from '../../copy/copy.ts';

export function copyShortcut({ copyKeys: { mac, elsewhere } }: FirstCopy['support']): string {
  return /Mac/i.test(navigator.userAgent) ? mac : elsewhere;
}
