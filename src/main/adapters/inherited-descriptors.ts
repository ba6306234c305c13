// Keeps this program's open files from a program that it starts. On Linux Chromium opens many without the mark that closes them
// there: it closes them itself in what it starts itself, but Node's spawn knows nothing of them.
import { readdirSync, readFileSync } from 'node:fs';

/** The bit of O_CLOEXEC in Linux' octal flags. */
const closeOnExec = 0o2000000;

/**
 * What follows the three in a spawn's `stdio`: `nothing`, a descriptor of the null device, wherever one of ours would be
 * inherited. They can be covered and not closed: Node offers no way. Empty on macOS and Windows, where systems inherit by list.
 */
export function coverInherited(
  platform: NodeJS.Platform,
  nothing: number,
): readonly (number | 'ignore')[] {
  if (platform !== 'linux') return [];
  const inherited = new Set(readdirSync('/proc/self/fd').map(Number).filter(isInherited));
  const length = Math.max(2, ...inherited) - 2;
  // 'ignore' leaves a number above two as it is: free, or closed at the start.
  return Array.from({ length }, (_, at) => (inherited.has(at + 3) ? nothing : 'ignore'));
}

function isInherited(fd: number): boolean {
  if (fd < 3) return false;
  try {
    const facts = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(facts) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false; // Closed since: it was the one that read the list.
  }
}
