#!/usr/bin/env node
// Builds a Debian package with dpkg-deb, in place of fpm, which electron-builder would download.
// electron-builder starts it with fpm's arguments (CUSTOM_FPM_PATH).
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const text = /** @type {const} */ ({ type: 'string' });
const list = /** @type {const} */ ({ type: 'string', multiple: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ name: text, version: text, architecture: text, maintainer: text, vendor: text, url: text },
    ...{ description: text, package: text, license: text, category: text },
    ...{ 'after-install': text, 'after-remove': text },
    ...{ 'deb-priority': text, 'deb-compression': text, 'deb-recommends': list },
    ...{ depends: { ...list, short: 'd' }, source: { ...text, short: 's' } },
    ...{ target: { ...text, short: 't' }, force: { type: 'boolean' } },
  },
});
if (values.target !== 'deb') throw new Error(`Only deb is built here, not ${values.target}.`);
const output = valueOf('package');
const stage = mkdtempSync(join(tmpdir(), 'deb-'));
try {
  stageFiles();
  writeControl();
  // gz is for quick builds: its best level takes as long as xz, which users get by default.
  const compression = values['deb-compression'] === 'gz' ? ['-Zgzip', '-z1'] : ['-Zxz'];
  mkdirSync(dirname(output), { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Copies each "FROM=TO" of the arguments. A FROM with a final slash is a folder's content. */
function stageFiles() {
  for (const positional of positionals) {
    const at = positional.lastIndexOf('=');
    if (at === -1) throw new Error(`The argument ${positional} is not FROM=TO.`);
    const to = join(stage, positional.slice(at + 1));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(positional.slice(0, at), to, { recursive: true, verbatimSymlinks: true });
    if (to.endsWith('.desktop')) startByLink(to);
  }
  // The builder's umask must not decide who can run the program.
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', stage]);
}

/**
 * Makes a menu entry start the link in /usr/bin, whose path has no space: without a desktop, xdg-open
 * reads the entry without its quotes, and links of the scheme open nothing.
 * @param {string} file
 */
function startByLink(file) {
  const entry = readFileSync(file, 'utf8');
  const program = /^Exec="\/opt\/.+\/([\w.-]+)"/m;
  writeFileSync(file, entry.replace(program, 'Exec=/usr/bin/$1'));
}

/** Writes the control files of the package: see deb-control(5). */
function writeControl() {
  const control = join(stage, 'DEBIAN');
  const files = filesIn(stage);
  const kib = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024);
  const fields = {
    Package: valueOf('name'),
    Version: valueOf('version'),
    Architecture: valueOf('architecture'),
    Maintainer: valueOf('maintainer'),
    Vendor: values.vendor,
    Homepage: values.url,
    Section: values.category ?? 'utils',
    Priority: values['deb-priority'],
    'Installed-Size': String(kib),
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Description: valueOf('description'),
  };
  mkdirSync(control);
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  writeFileSync(
    join(control, 'control'),
    lines.map(([name, value]) => `${name}: ${String(value).trim()}\n`).join(''),
  );
  writeFileSync(join(control, 'md5sums'), files.map(sumLine).join(''));
  writeScript(join(control, 'postinst'), values['after-install']);
  writeScript(join(control, 'postrm'), values['after-remove'], remainder());
}

/** Returns shell lines that say at a removal what stays. */
function remainder() {
  const folder = positionals
    .map((positional) => /=\/opt\/(.+)$/.exec(positional)?.[1])
    .find(Boolean);
  const name = `${folder}`.replace(/\/$/, '');
  const sentence = `${name}: the folder ~/.config/${name} of each user stays, with settings and saved accounts.`;
  return `if [ "$1" = remove ]; then echo '${sentence.replaceAll("'", String.raw`'\''`)}'; fi\n`;
}

/** @param {string} folder @returns {string[]} the paths of all regular files, sorted */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} file */
function sumLine(file) {
  const sum = createHash('md5').update(readFileSync(file)).digest('hex');
  return `${sum}  ${relative(stage, file)}\n`;
}

/** @param {string} to @param {string | undefined} from @param {string} added lines for its end */
function writeScript(to, from, added = '') {
  if (from === undefined) return;
  writeFileSync(to, `${readFileSync(from, 'utf8').trimEnd()}\n${added}`);
  chmodSync(to, 0o755);
}

/** @param {'package' | 'name' | 'version' | 'architecture' | 'maintainer' | 'description'} name */
function valueOf(name) {
  const value = values[name];
  if (value === undefined) throw new Error(`The argument --${name} is missing.`);
  return value;
}
