// Checks a brand before its package is built, and reports all problems together.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { contrast } from '@latchkey/kit/colour.ts';
import { readLoaderConfig } from '../../src/main/adapters/config-file.ts';
import type { LoaderConfig } from '../../src/shared/config.ts';
import { publicKeysOf } from '../../src/shared/config.ts';
import { root } from '../build-if-stale.js';
import { readBrandFile, type BrandFile } from './brand-file.ts';
import { productNameOf } from './builder-config.ts';
import { isOlder, lossesOf, readPacked, type PackedNames } from './packed.ts';
import { serviceProblem } from './service-check.ts';

export interface CheckedBrand {
  /** Empty if the package can be built. */
  readonly problems: readonly string[];
  /** Consequences that the seller should know. */
  readonly warnings: readonly string[];
  /** Null if a file is missing or invalid. */
  readonly source: { readonly brand: BrandFile; readonly config: LoaderConfig } | null;
}

/** `isOffline` skips the check of the service. */
export async function checkBrand(folder: string, isOffline: boolean): Promise<CheckedBrand> {
  const file = readBrandFile(folder);
  const reading = readLoaderConfig(path.join(folder, 'loader.config.json'));
  const invalid = [
    ...(file.ok ? [] : file.problems),
    ...(reading.ok ? [] : reading.problems.map((problem) => `loader.config.json: ${problem}`)),
  ];
  if (!file.ok || !reading.ok) return { problems: invalid, warnings: [], source: null };
  const { brand } = file;
  const { config } = reading;
  const packed = readPacked(folder);
  const unfinished = exampleProblems(config, brand);
  const offline = [
    ...unfinished,
    ...(packed === null ? [] : versionProblems(packed, brand)),
    ...programProblems(folder, brand, config),
  ];
  // With example values, an answer of the service proves nothing.
  const service = isOffline || unfinished.length > 0 ? null : await serviceProblem(config, brand);
  return {
    problems: [...offline, ...(service === null ? [] : [service])],
    warnings: [
      ...(packed === null ? [] : lossesOf(packed, namesOf(brand, config))),
      ...colourWarnings(config.brand),
      ...iconWarnings(folder),
    ],
    source: { brand, config },
  };
}

/** Returns the names on which installed programs depend. */
export function namesOf(brand: BrandFile, config: Pick<LoaderConfig, 'brand'>): PackedNames {
  const { id, executable, version } = brand;
  return { id, productName: productNameOf(brand, config), executable, version };
}

const exampleHost = /(^|\.)(example|example\.(com|net|org)|localhost|invalid|test)$/i;

/** Returns a problem for each value of the demo or the template, with which no user can sign in. */
function exampleProblems(config: LoaderConfig, file: BrandFile): string[] {
  const { service, brand, links, delivery } = config;
  const demo = readLoaderConfig(path.join(root, 'loader.config.json'));
  const demoKeys = demo.ok ? publicKeysOf(demo.config.service) : [];
  const { hostname, protocol } = new URL(service.baseUrl);
  const problem = (isWrong: boolean, text: string) => (isWrong ? [text] : []);
  return [
    ...problem(
      protocol !== 'https:',
      'service.baseUrl: is on this computer; give the https:// address that users reach',
    ),
    ...problem(
      protocol === 'https:' && exampleHost.test(hostname),
      `service.baseUrl: ${hostname} is an example; give the address of your service`,
    ),
    ...problem(
      publicKeysOf(service).some((key) => demoKeys.includes(key) || /^0+$/.test(key)),
      'service.publicKey: is an example; "latchkey app list" shows the key of your service',
    ),
    ...problem(
      service.ownerid === '0000000000',
      'service.ownerid: is an example; "latchkey app list" shows yours',
    ),
    ...problem(
      delivery?.publisherKeys.some((key) => /^0+$/.test(key)) === true,
      'delivery.publisherKeys: is an example; "latchkey release keygen" makes yours',
    ),
    ...problem(
      demo.ok && brand.name === demo.config.brand.name,
      'brand.name: is the name of the demo; give your own',
    ),
    ...Object.entries(links).flatMap(([name, url]) =>
      problem(
        url !== undefined && exampleHost.test(new URL(url).hostname),
        `links.${name}: is an example; give your own page or remove it`,
      ),
    ),
    ...problem(
      exampleHost.test(new URL(file.homepage).hostname),
      'brand.json: homepage: is an example; give your own page',
    ),
    ...problem(
      exampleHost.test(file.email.split('@').at(-1) ?? ''),
      'brand.json: email: is an example; give an address where users reach you',
    ),
  ];
}

function versionProblems(packed: PackedNames, { version }: BrandFile): string[] {
  return isOlder(version, packed.version)
    ? [`brand.json: version: ${version} is older than ${packed.version}, which was packaged last`]
    : [];
}

/** Checks that the package contains the file of `launch.path`, unless that path is absolute. */
function programProblems(
  folder: string,
  { program }: BrandFile,
  { launch }: LoaderConfig,
): string[] {
  if (program !== undefined && !isFolder(path.resolve(folder, program)))
    return [`brand.json: program: there is no folder ${program}`];
  if (launch === undefined || path.isAbsolute(launch.path)) return [];
  if (launch.path.includes('{node}'))
    return ['launch.path: {node} is for development; name your program'];
  const parts = launch.path.split(/[\\/]/);
  const own = program === undefined ? null : path.resolve(folder, program);
  if (own === null || parts[0] !== path.basename(own))
    return [
      `launch.path: the package has no folder ${parts[0] ?? ''}; name it as "program" in brand.json`,
    ];
  const file = path.join(own, ...parts.slice(1));
  if (!existsSync(file)) return [`launch.path: there is no file ${launch.path}`];
  return isExecutable(file) ? [] : [`launch.path: ${launch.path} is not executable`];
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory();
}

/** Returns true for programs for Windows, which have no execute permission. */
function isExecutable(file: string): boolean {
  if (process.platform === 'win32' || file.toLowerCase().endsWith('.exe')) return true;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** WCAG 2.2 requires 3:1 between a control and its background. */
const controlContrast = 3;

function colourWarnings({ color, colorDark }: LoaderConfig['brand']): string[] {
  const ratio = contrast(color, '#ffffff');
  if (ratio >= controlContrast || colorDark !== undefined) return [];
  return [
    `brand.color: ${color} is hard to see on white (${ratio.toFixed(1)}:1), so light windows show a darker tone.`,
  ];
}

function iconWarnings(folder: string): string[] {
  return existsSync(path.join(folder, 'icon.png'))
    ? []
    : ['icon.png is missing: the desktop shows the icon of Electron. Add a square one, 512 px.'];
}
