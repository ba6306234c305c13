// Hides this program's open files from a program that it starts. On Linux Chromium opens many
// files without close-on-exec and closes them in its own children; Node's spawn does not.
import { readdirSync, readFileSync } from 'node:fs';

/** The bit of O_CLOEXEC in Linux' octal flags. */
const closeOnExec = 0o2000000;

/**
 * Returns the entries of spawn's `stdio` after the first three. `nullDevice` is a descriptor that
 * replaces each inherited descriptor, because Node cannot close them. Empty on macOS and Windows,
 * where only listed descriptors are inherited.
 */
export function hideInheritedDescriptors(
  platform: NodeJS.Platform,
  nullDevice: number,
): readonly (number | 'ignore')[] {
  if (platform !== 'linux') return [];
  const inherited = new Set(readdirSync('/proc/self/fd').map(Number).filter(isInherited));
  const length = Math.max(2, ...inherited) - 2;
  // 'ignore' leaves a number above two as it is: free, or closed at the start.
  return Array.from({ length }, (_, at) => (inherited.has(at + 3) ? nullDevice : 'ignore'));
}

function isInherited(fd: number): boolean {
  if (fd < 3) return false;
  try {
    const facts = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(facts) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false; // already closed, such as the descriptor of the listing itself
  }
}
