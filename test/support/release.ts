// Creates programs, publisher keys and releases for tests with the CLI, in temporary folders.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cli, temporaryFolder, type CliResult } from '../../packages/cli/test/support/cli.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function programFolder(files: Files): string {
  const folder = join(temporaryFolder(), 'program');
  mkdirSync(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export interface Publisher {
  readonly keyFile: string;
  readonly publicKey: string;
  readonly keyid: string;
  readonly config: string;
  /** Runs `latchkey release make` with default options. `more` are further arguments. */
  readonly make: (
    more: readonly string[],
    options?: Readonly<Record<string, string>>,
  ) => Promise<CliResult>;
  /** Makes a release of a loader for linux-x64. `content` is its AppImage. */
  readonly makeLoader: (
    content: string | Uint8Array,
    options: Readonly<Record<string, string>>,
  ) => Promise<CliResult>;
}

/** The brand that `makeLoader` releases. */
export const brandId = 'tools.fjord.loader';

export interface Application {
  readonly name: string;
  readonly ownerid: string;
}

export async function publisher(
  application: Application = { name: 'App', ownerid: 'OWNER12345' },
): Promise<Publisher> {
  const folder = temporaryFolder();
  const keyFile = join(folder, 'publisher.pem');
  const made = (await cli(['release', 'keygen', '--out', keyFile, '--json'])).json();
  const publicKey = String(made['publicKey']);
  const config = join(folder, 'loader.config.json');
  writeFileSync(config, JSON.stringify({ service: application }));
  const defaultOptions = {
    config,
    channel: 'stable',
    platform: 'linux-x64',
    version: '1.0',
    'publisher-key': keyFile,
    'published-at': '1800000000',
  };
  const make: Publisher['make'] = (more, options = {}) =>
    cli([
      ...['release', 'make', ...more],
      ...Object.entries({ ...defaultOptions, ...options }).flatMap(([name, value]) => [
        `--${name}`,
        value,
      ]),
    ]);
  return {
    keyFile,
    publicKey,
    keyid: String(made['keyid']),
    config,
    make,
    makeLoader: (content, options) => {
      const file = temporaryPath('fjord.AppImage');
      writeFileSync(file, content);
      const { version = '1.1.0' } = options;
      writeFileSync(join(folder, 'brand.json'), JSON.stringify({ id: brandId, version }));
      return make([file], { kind: 'loader', version, ...options });
    },
  };
}

export function temporaryPath(name = 'release'): string {
  return join(temporaryFolder(), name);
}

export function markExecutable(file: string): void {
  chmodSync(file, 0o755);
}
