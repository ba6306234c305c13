// Installs a package of the loader as its users do, and starts and ends the loader: an AppImage on
// Linux, the installer on Windows, and the application in a zip file on macOS. The code for Windows
// and macOS has never run (examples/loader-update.yml).
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { giveToElectronUser, processesWith } from './electron-process.ts';
import { collectOutput, connect, startPackaged, type StartedProgram } from './packaged-app.ts';
import { attachVariable, packagedBrand, type PackageFormat } from './packaged.ts';

const run = promisify(execFile);
const { productName } = packagedBrand;

export interface InstalledLoader {
  /** The AppImage; null on other systems. */
  readonly image: string | null;
  /** The data folder. */
  readonly data: string;
  readonly start: () => Promise<StartedProgram>;
  /** Sends the signal to the main process, also if another loader has started it. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Ends the processes that the installation started in addition to the loader. */
  readonly close: () => Promise<void>;
}

/** The format that this system installs, and that the loader can replace. */
export function installedFormat(): PackageFormat {
  if (process.platform === 'win32') return 'nsis';
  return process.platform === 'darwin' ? 'zip' : 'AppImage';
}

/** `home` is an empty folder. On Windows and macOS, the loader uses the home of this user. */
export async function installLoader(home: string, content: Buffer): Promise<InstalledLoader> {
  if (process.platform === 'win32') return installOnWindows(home, content);
  return process.platform === 'darwin'
    ? installOnMac(home, content)
    : installAppImage(home, content);
}

async function installAppImage(home: string, content: Buffer): Promise<InstalledLoader> {
  const apps = path.join(home, 'Apps');
  const image = path.join(apps, 'Northwind.AppImage');
  await mkdir(apps);
  await writeFile(image, content, { mode: 0o755 });
  for (const place of [apps, image]) await giveToElectronUser(place);
  const session = await startSession(home);
  const env = {
    // The machine may lack FUSE.
    APPIMAGE_EXTRACT_AND_RUN: '1',
    DBUS_SESSION_BUS_ADDRESS: session.address,
  };
  const args = ['--password-store=gnome-libsecret'];
  return {
    image,
    data: path.join(home, '.config', productName),
    start: () => startPackaged({ program: image }, home, { attach: true, args, env }),
    async end(signal) {
      // Send no signal to the AppImage's runtime, which later removes the files that it extracted.
      const extracted = path.join(home, 'run/appimage_extracted_');
      const children = await processesWith(extracted, '--type=');
      for (const pid of await processesWith(extracted))
        if (!children.includes(pid)) process.kill(pid, signal);
      await expect.poll(() => processesWith(extracted), { timeout: 20_000 }).toEqual([]);
    },
    close: () => session.end(),
  };
}

/** Starts a session bus with an unlocked key store, which outlives the loader. */
async function startSession(home: string) {
  const script = path.join(home, 'session');
  const unlock = 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null';
  const inside = `${unlock}; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`;
  const text = `#!/bin/sh\nexec dbus-run-session -- sh -c '${inside}'\n`;
  await writeFile(script, text, { mode: 0o755 });
  const { program, output } = await startPackaged({ program: script }, home);
  await expect.poll(output, { timeout: 20_000 }).toMatch(/^unix:.*\n/m);
  const [address = ''] = /^unix:.*$/m.exec(output()) ?? [];
  return {
    address,
    async end() {
      const closed = once(program, 'close');
      program.stdin?.end();
      await closed;
    },
  };
}

async function installOnWindows(home: string, content: Buffer): Promise<InstalledLoader> {
  const { LOCALAPPDATA: local = '' } = process.env;
  const installer = path.join(home, 'setup.exe');
  await writeFile(installer, content);
  await run(installer, ['/S']);
  const programs = path.join(local, 'Programs');
  const names = await readdir(programs, { recursive: true });
  const name = names.find((one) => path.basename(one) === `${productName}.exe`) ?? '';
  return {
    image: null,
    data: path.join(local, productName),
    start: () => startDirectly(path.join(programs, name)),
    async end(signal) {
      const force = signal === 'SIGKILL' ? ['/F'] : [];
      // It also reports an error for helper processes without a window.
      await run('taskkill', ['/IM', `${productName}.exe`, ...force]).catch(() => undefined);
    },
    close: () => Promise.resolve(),
  };
}

async function installOnMac(home: string, content: Buffer): Promise<InstalledLoader> {
  const archive = path.join(home, 'loader.zip');
  await writeFile(archive, content);
  await run('ditto', ['-x', '-k', archive, path.join(home, 'Applications')]);
  const bundle = path.join(home, 'Applications', `${productName}.app`);
  return {
    image: null,
    data: path.join(homedir(), 'Library/Application Support', productName),
    start: () => startDirectly(path.join(bundle, 'Contents/MacOS', productName)),
    async end(signal) {
      await run('pkill', [`-${signal.slice(3)}`, '-x', productName]).catch(() => undefined);
    },
    close: () => Promise.resolve(),
  };
}

async function startDirectly(file: string): Promise<StartedProgram> {
  const program = spawn(file, { env: { ...process.env, [attachVariable]: '1' } });
  await once(program, 'spawn');
  const output = collectOutput(program);
  const page = (): Promise<Page> => connect(output);
  const kill = async (): Promise<void> => {
    const closed = once(program, 'close');
    program.kill();
    await closed;
  };
  return { program, output, page, kill };
}

export async function readState({ data }: Pick<InstalledLoader, 'data'>): Promise<object> {
  const text = await readFile(path.join(data, 'state.json'), 'utf8');
  return JSON.parse(text) as object; // it is written as an object
}
