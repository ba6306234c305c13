// Builds the Debian package of the service around a staged release.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildDebianArchive } from '../debian-archive.js';

export const debianName = 'latchkey-service';
/** The release, relative to the root of the installed files. */
export const debianRelease = `usr/lib/${debianName}`;

/** Debian's names of Node's architectures. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

export function debianFileName(version: string): string {
  return `${debianName}_${debianVersion(version)}_${debianArchitecture()}.deb`;
}

/** Adds settings, unit and command to `stage`, which contains the release at `debianRelease`. */
export function stageDebianFiles(project: string, stage: string): void {
  const install = (name: string, folder: string) => {
    cpSync(path.join(sources(project), name), path.join(stage, folder, name));
  };
  install('latchkey.service', 'usr/lib/systemd/system');
  install('service.env', 'etc/latchkey');
  install('copyright', `usr/share/doc/${debianName}`);
  mkdirSync(path.join(stage, 'usr/bin'), { recursive: true });
  symlinkSync(`../lib/${debianName}/bin/latchkey`, path.join(stage, 'usr/bin/latchkey'));
}

export function buildDebianPackage(given: {
  readonly project: string;
  readonly stage: string;
  readonly version: string;
  readonly output: string;
  readonly isQuick: boolean;
}): void {
  const { project, stage, version, output, isQuick } = given;
  const script = (name: string) => readFileSync(path.join(sources(project), name), 'utf8');
  buildDebianArchive({
    stage,
    output,
    isQuick,
    conffiles: ['/etc/latchkey/service.env'],
    fields: {
      Package: debianName,
      Version: debianVersion(version),
      Architecture: debianArchitecture(),
      Maintainer: 'Latchkey <latchkey@localhost>',
      Section: 'web',
      Priority: 'optional',
      // The libraries that Node and SQLite link against, and `adduser` for postinst.
      Depends: 'adduser, libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)',
      Description: `License service of Latchkey
 Signs users in, redeems license keys and serves releases of licensed programs.
 Contains the Node that it was tested with.`,
    },
    scripts: { postinst: script('postinst'), prerm: script('prerm'), postrm: script('postrm') },
  });
}

function sources(project: string): string {
  return path.join(project, 'packages/service/debian');
}

/** In Debian's order, a prerelease comes before its release only after a tilde. */
function debianVersion(version: string): string {
  return version.replace('-', '~');
}

function debianArchitecture(): string {
  return architectures[process.arch] ?? process.arch;
}
