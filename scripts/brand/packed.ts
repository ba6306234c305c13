// Records the names that a brand's last package used, because installed programs depend on them.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const packedNames = z.object({
  id: z.string(),
  productName: z.string(),
  executable: z.string(),
  version: z.string(),
});

export type PackedNames = z.infer<typeof packedNames>;

const fileName = 'packed.json';

/** Returns null if the brand was never packaged. */
export function readPacked(folder: string): PackedNames | null {
  try {
    return packedNames.parse(JSON.parse(readFileSync(path.join(folder, fileName), 'utf8')));
  } catch {
    return null;
  }
}

export function savePacked(folder: string, names: PackedNames): void {
  writeFileSync(path.join(folder, fileName), `${JSON.stringify(names, null, 2)}\n`);
}

/** Returns, for each name that changed since the last package, a sentence on what users lose. */
export function lossesOf(packed: PackedNames, now: PackedNames): readonly string[] {
  const changed = (name: 'id' | 'productName' | 'executable', loss: string) =>
    packed[name] === now[name]
      ? []
      : [`${name} was "${packed[name]}" in the last package and is "${now[name]}" now: ${loss}`];
  return [
    ...changed(
      'productName',
      'users lose their saved accounts, settings and installed program, because the data folder has this name.',
    ),
    ...changed('id', 'installers no longer replace the old program; both are then installed.'),
    ...changed('executable', 'packages on Linux no longer replace the old one.'),
  ];
}

/** Returns whether `version` is older than `than`. Both have three numbers. */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const [left, right] = [numbers(version), numbers(than)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
