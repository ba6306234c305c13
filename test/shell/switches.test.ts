// Which switches a package starts with, and when Chromium's sandbox may be missing.
import { describe, expect, it } from 'vitest';
import {
  refusedSwitches,
  runsWithoutSandbox,
  type StartFacts,
} from '../../src/main/shell/switches.ts';
import { refusedSwitchExamples } from '../support/refused-switches.ts';

const program = '/opt/Northwind/northwind';
const linux: StartFacts = {
  platform: 'linux',
  env: {},
  image: null,
  namespacesBlocked: () => {
    throw new Error('asked although it does not matter');
  },
};
const refused = (args: readonly string[], facts: Partial<StartFacts> = {}) =>
  refusedSwitches([program, ...args], { ...linux, ...facts });

describe('a start without switches', () => {
  it.each([
    [[]],
    [['northwind://redeem?key=A']],
    [['/home/anna/file with=sign']],
    [['-']],
    [['--']],
    [['']],
  ])('%j is allowed', (args) => {
    expect(refused(args)).toEqual([]);
  });

  it('is allowed with any name of the program', () => {
    expect(refusedSwitches(['--proxy-server=1'], linux)).toEqual([]);
  });
});

it.each([
  '--force-device-scale-factor=1.5',
  '--lang=de',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--ozone-platform=wayland',
  '--ozone-platform-hint=auto',
  '--enable-wayland-ime',
  '--gtk-version=4',
  '--password-store=gnome-libsecret',
  '--force-renderer-accessibility',
])('%s is allowed on every system', (one) => {
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(refused([one], { platform })).toEqual([]);
});

it.each(refusedSwitchExamples)('%s is refused on every system', (one) => {
  const [, name] = /^\s*--?([^=]+)/.exec(one) ?? [];
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    expect(refused([one], { platform })).toEqual([name]);
    expect(refused(['--lang=de', '--', 'file', one], { platform })).toEqual([name]);
  }
});

describe('switches in the form of Windows', () => {
  it.each(['/proxy-server=1', '-Proxy-Server=1', '--PROXY-SERVER=1', '\t/proxy-server'])(
    '%s is refused',
    (one) => {
      expect(refused([one], { platform: 'win32' })).toEqual(['proxy-server']);
    },
  );

  it('with a slash count as paths on other systems', () => {
    expect(refused(['/proxy-server=1'])).toEqual([]);
    expect(refused(['/LANG=de', '/Use-GL=angle'], { platform: 'win32' })).toEqual([]);
  });
});

it('the process number argument of the Finder is allowed on macOS only', () => {
  expect(refused(['-psn_0_12345'], { platform: 'darwin' })).toEqual([]);
  expect(refused(['-psn_0_12345'])).toEqual(['psn_0_12345']);
});

it("the argument of an update's installer is allowed on Windows only", () => {
  expect(refused(['--updated'], { platform: 'win32' })).toEqual([]);
  expect(refused(['--updated'])).toEqual(['updated']);
});

it('all refused switches are listed', () => {
  expect(refused(['--inspect', '--lang=de', '--no-sandbox'])).toEqual(['inspect', 'no-sandbox']);
});

describe('--no-sandbox', () => {
  const image = '/home/anna/Northwind.AppImage';
  const blocked = { ...linux, image, namespacesBlocked: () => true };

  it('is allowed from the start script of an AppImage if the system allows no sandbox', () => {
    const argv = [program, '--no-sandbox'];
    expect(refusedSwitches(argv, blocked)).toEqual([]);
    expect(runsWithoutSandbox(argv, blocked)).toBe(true);
    expect(runsWithoutSandbox([program], blocked)).toBe(false);
  });

  it.each<[string, Partial<StartFacts>]>([
    ['where the system allows one', { image, namespacesBlocked: () => false }],
    ['outside of an AppImage', { namespacesBlocked: () => true }],
  ])('%s: is refused', (_where, facts) => {
    expect(refused(['--no-sandbox'], facts)).toEqual(['no-sandbox']);
  });

  it('is detected in the variable ELECTRON_DISABLE_SANDBOX, too', () => {
    const env = { ELECTRON_DISABLE_SANDBOX: '' };
    expect(refused([], { env })).toEqual(['no-sandbox']);
    const inside = { ...blocked, env: { ...blocked.env, ...env } };
    expect(refusedSwitches([program], inside)).toEqual([]);
    expect(runsWithoutSandbox([program], inside)).toBe(true);
  });
});
