// Starting with the system: a desktop file on Linux, tested in a temporary home, and login items on
// other systems.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAutostart } from '../../src/main/adapters/autostart.ts';
import { createFakeLog } from '../support/fake-log.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latchkey-autostart-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const folder = () => path.join(home, '.config/autostart');
const file = () => path.join(folder(), 'Northwind-Studio.desktop');

const program = '/opt/Northwind 100%/northwind';

function open(
  env: NodeJS.ProcessEnv = {},
  platform: NodeJS.Platform = 'linux',
  { allowed = true, isDisabled = false, execPath = program } = {},
) {
  let openAtLogin = false;
  const log = createFakeLog();
  const app = {
    getName: () => 'Northwind Studio',
    getLoginItemSettings: () => ({
      openAtLogin,
      executableWillLaunchAtLogin: platform === 'win32' && openAtLogin && !isDisabled,
    }),
    setLoginItemSettings: (settings: { readonly openAtLogin: boolean }) =>
      void (openAtLogin = allowed && settings.openAtLogin),
  };
  const process = { platform, execPath, env: { HOME: home, ...env } };
  const autostart = createAutostart({ app, title: 'Northwind Studio', process, log });
  return { autostart, log };
}

const must = ({ autostart }: ReturnType<typeof open>) => {
  if (autostart === null) throw new Error('there is no autostart');
  return autostart;
};

describe('on Linux', () => {
  const image = '/home/anna/Apps/Northwind.AppImage';
  const variables = { APPIMAGE: image, APPDIR: '/tmp/.mount_north' };
  const openImage = () => open(variables, 'linux', { execPath: '/tmp/.mount_north/northwind' });

  it('is off at first, and writes nothing', async () => {
    expect(await must(open()).isOn()).toBe(false);
    expect(await readdir(home)).toEqual([]);
  });

  it('writes a private desktop file and removes only that one', { tags: 'linux' }, async () => {
    const autostart = must(openImage());
    await mkdir(folder(), { recursive: true });
    await writeFile(path.join(folder(), 'other.desktop'), 'of another program');
    expect(await autostart.set(true)).toBe(true);
    expect(await readFile(file(), 'utf8')).toBe(`[Desktop Entry]
Type=Application
Name=Northwind Studio
TryExec=${image}
Exec=${image}
Terminal=false
`);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await autostart.isOn()).toBe(true);
    expect(await autostart.set(false)).toBe(true);
    expect(await autostart.set(false)).toBe(true);
    expect(await autostart.isOn()).toBe(false);
    expect(await readdir(folder())).toEqual(['other.desktop']);
  });

  it(
    'names the program of an unpacked package, and follows an AppImage that moved',
    { tags: 'linux' },
    async () => {
      expect(await must(open()).set(true)).toBe(true);
      expect(await readFile(file(), 'utf8')).toContain('TryExec=/opt/Northwind 100%/northwind\n');
      expect(await readFile(file(), 'utf8')).toContain(
        String.raw`Exec=/bin/sh -c "exec \\"\\$0\\" \\"\\$@\\"" "/opt/Northwind 100%%/northwind"`,
      );
      expect(await must(openImage()).isOn()).toBe(true);
      expect(await readFile(file(), 'utf8')).toContain(`TryExec=${image}\n`);
    },
  );

  it('names its own program in the terminal of another AppImage', async () => {
    expect(await must(open(variables)).set(true)).toBe(true);
    expect(await readFile(file(), 'utf8')).toContain('TryExec=/opt/Northwind 100%/northwind\n');
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    "respects the user's %s in the desktop's own settings",
    async (line) => {
      const autostart = must(open());
      await autostart.set(true);
      const disabled = `${await readFile(file(), 'utf8')}${line}\n`;
      await writeFile(file(), disabled);
      expect(await autostart.isOn()).toBe(false);
      expect(await readFile(file(), 'utf8')).toBe(disabled);
      await autostart.set(true);
      expect(await autostart.isOn()).toBe(true);
    },
  );

  it('uses XDG_CONFIG_HOME only if it is absolute, and needs a home', async () => {
    const elsewhere = path.join(home, 'elsewhere');
    await must(open({ XDG_CONFIG_HOME: elsewhere })).set(true);
    expect(await readdir(path.join(elsewhere, 'autostart'))).toHaveLength(1);
    await must(open({ XDG_CONFIG_HOME: 'relative' })).set(true);
    expect(await readdir(folder())).toHaveLength(1);
    expect(open({ HOME: undefined }).autostart).toBeNull();
  });

  it('reports a folder that cannot be written', async () => {
    await writeFile(path.join(home, '.config'), 'a file');
    const opened = open();
    expect(await must(opened).set(true)).toBe(false);
    expect(opened.log.text()).toContain('autostart-failed');
    expect(await must(opened).isOn()).toBe(false);
  });
});

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
  it("sets the system's login item", async () => {
    const autostart = must(open({}, platform));
    expect(await autostart.isOn()).toBe(false);
    expect(await autostart.set(true)).toBe(true);
    expect(await autostart.isOn()).toBe(true);
    expect(await autostart.set(false)).toBe(true);
    expect(await readdir(home)).toEqual([]);
  });

  it('reports a refusal of the system', async () => {
    const opened = open({}, platform, { allowed: false });
    expect(await must(opened).set(true)).toBe(false);
    expect(opened.log.text()).toContain('autostart-failed');
  });
});

it('is off on Windows while the Task Manager disables it', async () => {
  const opened = open({}, 'win32', { isDisabled: true });
  expect(await must(opened).set(true)).toBe(false);
  expect(await must(opened).isOn()).toBe(false);
  expect(opened.log.text()).toContain('autostart-failed');
});
