#!/usr/bin/env node
// Builds a Debian package with dpkg-deb, in place of fpm, which electron-builder would download.
// electron-builder starts it with fpm's arguments (CUSTOM_FPM_PATH).
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDebianArchive } from './debian-archive.js';

const text = /** @type {const} */ ({ type: 'string' });
const list = /** @type {const} */ ({ type: 'string', multiple: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: text,
    version: text,
    architecture: text,
    maintainer: text,
    vendor: text,
    url: text,
    description: text,
    package: text,
    license: text,
    category: text,
    'after-install': text,
    'after-remove': text,
    'deb-priority': text,
    'deb-compression': text,
    'deb-recommends': list,
    depends: { ...list, short: 'd' },
    source: { ...text, short: 's' },
    target: { ...text, short: 't' },
    force: { type: 'boolean' },
  },
});
if (values.target !== 'deb') throw new Error(`Only deb is built here, not ${values.target}.`);
const stage = mkdtempSync(join(tmpdir(), 'deb-'));
try {
  stageFiles();
  buildDebianArchive({
    stage,
    output: valueOf('package'),
    fields: controlFields(),
    scripts: {
      postinst: scriptOf(values['after-install']),
      postrm: scriptOf(values['after-remove'], remainder()),
    },
    isQuick: values['deb-compression'] === 'gz',
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
}

/**
 * Makes a menu entry start the link in /usr/bin, whose path has no space. Without a desktop,
 * xdg-open ignores the quotes in the entry, and could otherwise not open links of the scheme.
 * @param {string} file
 */
function startByLink(file) {
  const entry = readFileSync(file, 'utf8');
  const program = /^Exec="\/opt\/.+\/([\w.-]+)"/m;
  writeFileSync(file, entry.replace(program, 'Exec=/usr/bin/$1'));
}

function controlFields() {
  return {
    Package: valueOf('name'),
    Version: valueOf('version'),
    Architecture: valueOf('architecture'),
    Maintainer: valueOf('maintainer'),
    Vendor: values.vendor,
    Homepage: values.url,
    Section: values.category ?? 'utils',
    Priority: values['deb-priority'],
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Description: valueOf('description'),
  };
}

/** Returns shell lines that print, on removal, which files stay. */
function remainder() {
  const folder = positionals
    .map((positional) => /=\/opt\/(.+)$/.exec(positional)?.[1])
    .find(Boolean);
  const name = `${folder}`.replace(/\/$/, '');
  const sentence = `${name}: the folder ~/.config/${name} of each user stays, with settings and saved accounts.`;
  return `if [ "$1" = remove ]; then echo '${sentence.replaceAll("'", String.raw`'\''`)}'; fi\n`;
}

/** @param {string | undefined} file @param {string} added lines to append */
function scriptOf(file, added = '') {
  return file === undefined ? undefined : `${readFileSync(file, 'utf8').trimEnd()}\n${added}`;
}

/** @param {'package' | 'name' | 'version' | 'architecture' | 'maintainer' | 'description'} name */
function valueOf(name) {
  const value = values[name];
  if (value === undefined) throw new Error(`The argument --${name} is missing.`);
  return value;
}
