// The desktop file that lets a Linux desktop open links with an AppImage: its content, and when it
// is written, rewritten and removed. The tests use a temporary home, and parse the command line by
// the rules of the Desktop Entry Specification.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { registerLinkHandler, linkEntry } from '../../src/main/adapters/link-handler.ts';
import { createFakeLog } from '../support/fake-log.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latchkey-links-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const ownImage = '/home/anna/Apps/Northwind.AppImage';
const system = () => path.join(home, 'system');
const folder = () => path.join(home, 'data/applications');
const file = () => path.join(folder(), 'Northwind-Studio-links.desktop');

interface Start {
  readonly scheme?: string | null;
  readonly image?: string | null;
  readonly env?: NodeJS.ProcessEnv;
}

async function start({ scheme = 'northwind', image = ownImage, env = {} }: Start = {}) {
  const ran: (readonly string[])[] = [];
  const log = createFakeLog();
  const end = await registerLinkHandler({
    scheme: scheme ?? undefined,
    title: 'Northwind Studio',
    appName: 'Northwind Studio',
    image,
    env: {
      HOME: home,
      XDG_DATA_HOME: path.join(home, 'data'),
      XDG_DATA_DIRS: system(),
      APPDIR: '/tmp/.mount_Northw1',
      ...env,
    },
    log,
    run: (program, args) => {
      ran.push([program, ...args]);
      return Promise.resolve();
    },
  });
  return { end, ran, log };
}

const entry = `[Desktop Entry]
Type=Application
Name=Northwind Studio
TryExec=/home/anna/Apps/Northwind.AppImage
Exec=/home/anna/Apps/Northwind.AppImage -- %u
NoDisplay=true
Terminal=false
MimeType=x-scheme-handler/northwind;
`;

describe('an AppImage', () => {
  it(
    'writes the file once, for this user only, and registers itself as the program',
    { tags: 'modes' },
    async () => {
      const first = await start();
      expect(first.end).toBe('written');
      expect(await readFile(file(), 'utf8')).toBe(entry);
      expect((await stat(file())).mode & 0o777).toBe(0o600);
      expect(first.ran).toEqual([
        ['update-desktop-database', folder()],
        ['xdg-mime', 'default', 'Northwind-Studio-links.desktop', 'x-scheme-handler/northwind'],
      ]);
      const second = await start();
      expect(second).toMatchObject({ end: 'unchanged', ran: [] });
    },
  );

  it('rewrites the file after a move, and respects the choice of another program', async () => {
    await start();
    const moved = await start({ image: '/media/stick/Northwind 2.AppImage' });
    expect(moved).toMatchObject({
      end: 'written',
      ran: [['update-desktop-database', folder()]],
    });
    expect(await readFile(file(), 'utf8')).toBe(
      entry
        .replace(`TryExec=${ownImage}`, 'TryExec=/media/stick/Northwind 2.AppImage')
        .replace(`Exec=${ownImage}`, 'Exec="/media/stick/Northwind 2.AppImage"'),
    );
  });

  it('removes the file when the scheme is no longer configured', async () => {
    await start();
    expect(await start({ scheme: null })).toMatchObject({
      end: 'removed',
      ran: [['update-desktop-database', folder()]],
    });
    await expect(readFile(file())).rejects.toThrow('ENOENT');
    expect(await start({ scheme: null })).toMatchObject({ end: 'none', ran: [] });
  });

  it('uses the default folder if none is set', async () => {
    await start({ env: { XDG_DATA_HOME: 'not/absolute' } });
    const usual = path.join(home, '.local/share/applications/Northwind-Studio-links.desktop');
    expect(await readFile(usual, 'utf8')).toBe(entry);
  });

  it('continues with a log entry if the folder cannot be created', async () => {
    await writeFile(path.join(home, 'data'), 'a file in its place');
    const { end, log } = await start();
    expect(end).toBe('failed');
    expect(log.text()).toContain('link-handler-failed');
  });
});

describe('the scheme', () => {
  const bystander = '[Desktop Entry]\nType=Application\nName=Other\nMimeType=';
  async function put(where: string, types: string): Promise<string> {
    await mkdir(path.join(where, 'applications'), { recursive: true });
    const other = path.join(where, 'applications/other.desktop');
    await writeFile(other, `${bystander}${types}\n`);
    return other;
  }

  it('is not registered if a package handles it', async () => {
    const other = await put(system(), 'text/plain;x-scheme-handler/northwind;');
    expect(await start()).toMatchObject({ end: 'elsewhere', ran: [] });
    await expect(readFile(file())).rejects.toThrow('ENOENT');
    expect(await readFile(other, 'utf8')).toContain('x-scheme-handler/northwind;');
  });

  it('is not registered if a file of another tool handles it', async () => {
    await put(path.join(home, 'data'), 'x-scheme-handler/northwind');
    expect((await start()).end).toBe('elsewhere');
  });

  it('is unregistered if a package is installed later', async () => {
    await start();
    await put(system(), 'x-scheme-handler/northwind;');
    expect(await start()).toMatchObject({
      end: 'elsewhere',
      ran: [['update-desktop-database', folder()]],
    });
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  it(
    'is registered despite files for other schemes, and files inside the AppImage',
    { tags: 'linux' },
    async () => {
      await put(system(), 'x-scheme-handler/northwinds;x-scheme-handler/north;');
      const mounted = path.join(home, 'mount');
      await put(path.join(mounted, 'usr/share'), 'x-scheme-handler/northwind;');
      const { end } = await start({
        env: { APPDIR: mounted, XDG_DATA_DIRS: `${mounted}/usr/share/:${system()}` },
      });
      expect(end).toBe('written');
    },
  );

  it.each<[string, Start]>([
    ['no AppImage', { image: null }],
    ['no home folder', { env: { HOME: '' } }],
  ])('is not registered with %s', async (_, given) => {
    expect(await start(given)).toMatchObject({ end: 'none', ran: [] });
    await expect(stat(folder())).rejects.toThrow('ENOENT');
  });
});

/**
 * Parses the command line as the Desktop Entry Specification requires: first the escapes of the
 * value, then the quotes, then the field codes.
 */
function commandOf(text: string, link: string): string[] {
  const [, line = ''] = /^Exec=(.*)$/m.exec(text) ?? [];
  const value = unescaped(line);
  const args = [...value.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll(/\\(["`$\\])/g, '$1'),
  );
  return args.map((arg) => (arg === '%u' ? link : arg.replaceAll('%%', '%')));
}

function unescaped(value: string): string {
  const signs: Record<string, string> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  return value.replaceAll(/\\(.)/g, (whole, sign: string) => signs[sign] ?? whole);
}

describe('paths', () => {
  it.each([
    ['/home/anna/My Apps/North wind.AppImage', '"/home/anna/My Apps/North wind.AppImage"'],
    ['/home/"anna"/a.AppImage', String.raw`"/home/\\"anna\\"/a.AppImage"`],
    ["/home/anna's/a.AppImage", `"/home/anna's/a.AppImage"`],
    [
      '/home/$HOME/`id`/a.AppImage',
      String.raw`"/home/\\$HOME/\\` + '`id' + String.raw`\\` + '`/a.AppImage"',
    ],
    [String.raw`/home/a\b/a.AppImage`, String.raw`"/home/a\\\\b/a.AppImage"`],
    ['/home/a\nExec=evil/a.AppImage', String.raw`"/home/a\nExec=evil/a.AppImage"`],
    ['/home/a;b&c|d>e<f*g?h#i(j)~k/a.AppImage', '"/home/a;b&c|d>e<f*g?h#i(j)~k/a.AppImage"'],
    ['/home/ключ 🔑/a.AppImage', '"/home/ключ 🔑/a.AppImage"'],
  ])('%j is escaped in the command line of the program', (odd, quoted) => {
    const text = linkEntry({ scheme: 'northwind', title: 'A', image: odd });
    expect(text.split('\n')).toContain(`Exec=${quoted} -- %u`);
    const link = 'northwind://redeem?key=K';
    expect(commandOf(text, link)).toEqual([odd, '--', link]);
    const [, tried = ''] = /^TryExec=(.*)$/m.exec(text) ?? [];
    expect(unescaped(tried)).toBe(odd);
    expect(text.split('\n')).toHaveLength(9);
  });

  it('with a percent sign are started by the shell, because GLib cannot find them', () => {
    const odd = '/home/100%u $(id)/a.AppImage';
    const text = linkEntry({ scheme: 'northwind', title: 'A', image: odd });
    expect(text.split('\n')).toContain(
      String.raw`Exec=/bin/sh -c "exec \\"\\$0\\" \\"\\$@\\"" "/home/100%%u \\$(id)/a.AppImage" -- %u`,
    );
    const link = 'northwind://redeem?key=K';
    const inShell = ['/bin/sh', '-c', 'exec "$0" "$@"'];
    expect(commandOf(text, link)).toEqual([...inShell, odd, '--', link]);
    expect(text).toContain(`TryExec=${odd}\n`);
  });

  it('stay on one line for any brand name', () => {
    const text = linkEntry({ scheme: 'northwind', title: ' A\nExec=evil\\', image: ownImage });
    expect(text).toContain(String.raw`Name=\sA\nExec=evil\\` + '\n');
    expect(text.match(/^Exec=/gm)).toHaveLength(1);
  });
});
