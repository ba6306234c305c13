// Which configuration a start uses: a package always uses its own, regardless of its arguments.
import { expect, it } from 'vitest';
import { configFile, runsFromPackage } from '../../src/main/shell/start-options.ts';

const built = '/home/dev/latchkey/out/main';
const packed = '/opt/Latchkey/resources/app.asar/out/main';

it.each([
  [built, false],
  [packed, true],
  ['C:\\Program Files\\Latchkey\\resources\\app.asar\\out\\main', true],
  ['/opt/Latchkey/resources/app/out/main', false],
  ['/opt/app.asar.unpacked/out/main', false],
])('the path %s is in a package: %s', (folder, expected) => {
  expect(runsFromPackage(folder)).toBe(expected);
});

it.each([
  [[], '/home/dev/latchkey/loader.config.json'],
  [['--config', '/tmp/mine.json'], '/tmp/mine.json'],
  [['--config=/tmp/mine.json'], '/tmp/mine.json'],
  [['--config='], ''],
  [['--config'], ''],
  [['--configuration', 'x'], '/home/dev/latchkey/loader.config.json'],
])('%j in development selects %s', (argv, file) => {
  expect(configFile(built, ['/bin/electron', '.', ...argv])).toBe(file);
});

it.each([[['--config', '/tmp/mine.json']], [['--config=/tmp/mine.json']], [['--config']]])(
  '%j in a package changes nothing',
  (argv) => {
    expect(configFile(packed, ['/opt/Latchkey/latchkey', ...argv])).toBe(
      '/opt/Latchkey/resources/app.asar/loader.config.json',
    );
  },
);
