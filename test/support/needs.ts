// What test cases need from the system, as Vitest tags. A case is skipped where the system lacks it;
// NeedsReporter counts the skipped ones.
import { type TestUserConfig } from 'vitest/node';

const isWindows = process.platform === 'win32';
/** Wine answers for Windows in `npm run test:windows`. */
const isWine = isWindows && process.env['WINEPREFIX'] !== undefined;

const needs: readonly { name: string; description: string; isMissing: boolean }[] = [
  {
    name: 'linux',
    description: 'paths, AppImages, desktop files and programs of Linux',
    isMissing: isWindows,
  },
  { name: 'modes', description: 'owners and file modes of POSIX', isMissing: isWindows },
  { name: 'links', description: 'symbolic links that every user can make', isMissing: isWindows },
  {
    name: 'shebangs',
    description: 'scripts that the system starts by their first line',
    isMissing: isWindows,
  },
  {
    name: 'removable',
    description: 'open files that can be removed or replaced',
    isMissing: isWindows,
  },
  { name: 'ids', description: 'locks that contain a process id', isMissing: isWindows },
  { name: 'names', description: 'file names that Windows forbids', isMissing: isWindows },
  { name: 'many-calls', description: 'thousands of quick file calls', isMissing: isWine },
  {
    name: 'real-windows',
    description: 'access lists, held folders or PowerShell, which Wine lacks',
    isMissing: isWine,
  },
];

export const needTags: NonNullable<TestUserConfig['tags']> = needs.map(
  ({ name, description, isMissing }) => ({ name, description, ...(isMissing && { skip: true }) }),
);
