// What is kept beside the pictures: which file each is, byte for byte, and what its screens consisted of when it was drawn.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const folder = resolve(import.meta.dirname, '../../docs/pictures');
/** Pictures of the desk, which desk.spec.ts draws. */
export const deskPrefix = 'desk-';
/** Pictures of the customers' page, which page.spec.ts draws. */
export const pagePrefix = 'page-';
const file = join(folder, 'screens.txt');
const head =
  'What the screens in these pictures consist of. Written by `npm run pictures`, not by hand.';

export interface PictureRecord {
  /** SHA-256 of each picture, by its file. */
  readonly files: ReadonlyMap<string, string>;
  /** The make-up of each screen, by its name and theme. */
  readonly screens: ReadonlyMap<string, readonly string[]>;
}

export function hashOf(picture: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, picture)))
    .digest('hex');
}

export function writeRecord({ files, screens }: PictureRecord): void {
  const sections = [...screens].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = [
    head,
    '',
    ...[...files].sort().map(([name, hash]) => `picture ${name} ${hash}`),
    ...sections.flatMap(([name, lines]) => ['', `screen ${name}`, ...lines]),
    '',
  ];
  writeFileSync(file, text.join('\n'));
}

export function readRecord(): PictureRecord {
  const files = new Map<string, string>();
  const screens = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n').slice(2)) {
    const [, picture, hash] = /^picture (\S+) (\S+)$/.exec(line) ?? [];
    const [, screen] = /^screen (.+)$/.exec(line) ?? [];
    if (picture !== undefined && hash !== undefined) files.set(picture, hash);
    else if (screen !== undefined) screens.set(screen, (lines = []));
    else if (line !== '') lines.push(line);
  }
  return { files, screens };
}
