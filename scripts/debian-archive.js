// Builds a Debian package from a folder with dpkg-deb: see deb(5) and deb-control(5).
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';

/**
 * @param {object} given
 * @param {string} given.stage the root of the installed files
 * @param {string} given.output
 * @param {Readonly<Record<string, string | undefined>>} given.fields of the control file, in its order; empty ones are left out
 * @param {Readonly<Record<string, string | undefined>>} given.scripts name, such as `postinst`, and text
 * @param {readonly string[]} [given.conffiles] absolute paths on the user's machine
 * @param {boolean} given.isQuick faster to build, and larger
 */
export function buildDebianArchive({ stage, output, fields, scripts, conffiles = [], isQuick }) {
  // The builder's umask must not decide who can run the program.
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', stage]);
  const control = join(stage, 'DEBIAN');
  const files = filesIn(stage);
  const kib = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024);
  mkdirSync(control);
  writeFileSync(join(control, 'control'), controlText({ ...fields, 'Installed-Size': `${kib}` }));
  writeFileSync(join(control, 'md5sums'), files.map((file) => sumLine(stage, file)).join(''));
  if (conffiles.length > 0)
    writeFileSync(join(control, 'conffiles'), conffiles.map((file) => `${file}\n`).join(''));
  for (const [name, text] of Object.entries(scripts)) {
    if (text === undefined) continue;
    writeFileSync(join(control, name), text);
    chmodSync(join(control, name), 0o755);
  }
  // gzip at its best level takes as long as xz, which the packages for users have.
  const compression = isQuick ? ['-Zgzip', '-z1'] : ['-Zxz'];
  mkdirSync(dirname(output), { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(control, { recursive: true });
}

/** @param {Readonly<Record<string, string | undefined>>} fields */
function controlText(fields) {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${String(value).trim()}\n`)
    .join('');
}

/** @param {string} folder @returns {string[]} the paths of all regular files, sorted */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} stage @param {string} file */
function sumLine(stage, file) {
  const sum = createHash('md5').update(readFileSync(file)).digest('hex');
  return `${sum}  ${relative(stage, file)}\n`;
}
