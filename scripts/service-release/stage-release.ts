// Lays out a release of the service in a folder: Node, the packages, and the command `latchkey`.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal.js';
import { productionPackages } from './production-packages.ts';

const ownPackages = ['@latchkey/service', '@latchkey/cli'];

/** Finds the release from any link to it, so that the links of an installation can change. */
const command = `#!/bin/sh
# Runs the command line with the Node of this release.
release=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$release/bin/node" "$release/node_modules/@latchkey/cli/bin/latchkey.js" "$@"
`;

/** Writes the release into `folder`, which does not exist. The project must be built. */
export function stageRelease(project: string, folder: string): void {
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'bin/latchkey'), command);
  chmodSync(path.join(folder, 'bin/latchkey'), 0o755);
  copyNode(project, folder);
  for (const [place, from] of productionPackages(project, ownPackages))
    copyPackage({ from, to: path.join(folder, releasePlace(place)), isOwn: isOwn(place) });
  copyFileSync(path.join(project, 'LICENSE'), path.join(folder, 'LICENSE'));
  copySettings(path.join(project, 'packages/service/debian'), path.join(folder, 'share'));
}

/** Copies the settings for systems without dpkg, where /opt/latchkey/current is a link. */
function copySettings(from: string, to: string): void {
  mkdirSync(to);
  copyFileSync(path.join(from, 'service.env'), path.join(to, 'service.env'));
  const unit = readFileSync(path.join(from, 'latchkey.service'), 'utf8');
  const linked = unit.replace('/usr/bin/latchkey', '/opt/latchkey/current/bin/latchkey');
  writeFileSync(path.join(to, 'latchkey.service'), linked);
}

export function releaseVersion(project: string): string {
  const manifest = readFileSync(path.join(project, 'packages/service/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version; // ours
}

function isOwn(place: string): boolean {
  return ownPackages.some((name) => place === `node_modules/${name}`);
}

/** Packages nested in a workspace are beside it in the release. */
function releasePlace(place: string): string {
  return place.replace(/^packages\/(\w+)/, 'node_modules/@latchkey/$1');
}

function copyNode(project: string, folder: string): void {
  const program = realpathSync(path.join(project, 'node_modules/node/bin/node'));
  copyFileSync(program, path.join(folder, 'bin/node'));
  const name = `node-${process.platform}-${process.arch}`;
  const license = ['node_modules/node/node_modules', 'node_modules']
    .map((parent) => path.join(project, parent, name, 'LICENSE'))
    .find((file) => existsSync(file));
  if (license === undefined)
    throw new Refusal(`The package ${name} is missing: run "npm ci" once.`);
  copyFileSync(license, path.join(folder, 'LICENSE.node'));
}

/** Our packages publish what npm would pack; others are copied without sources for a compiler. */
function copyPackage(given: {
  readonly from: string;
  readonly to: string;
  readonly isOwn: boolean;
}): void {
  const { from, to, isOwn } = given;
  const published = isOwn ? [...filesOf(from), 'package.json', 'LICENSE'] : [];
  cpSync(from, to, {
    recursive: true,
    filter(source) {
      const inside = path.relative(from, source);
      if (isOwn) return inside === '' || published.includes(inside.split(path.sep)[0] ?? '');
      return !isUnused(inside);
    },
  });
}

function filesOf(folder: string): readonly string[] {
  const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { files: string[] }).files; // ours
}

/**
 * SQLite's sources and files for other systems are unused. Nested packages are copied separately.
 */
function isUnused(inside: string): boolean {
  if (inside === 'node_modules' || inside === 'deps/sqlite3') return true;
  const built = /^prebuilds\/(\S+)\.node$/.exec(inside)?.[1];
  return built !== undefined && built !== `${process.platform}-${process.arch}`;
}
