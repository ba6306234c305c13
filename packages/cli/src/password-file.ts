// Makes random passwords for imported users.
// SECURITY: they are written only to one private file, before a request has them.
import { randomBytes } from 'node:crypto';
import { makePrivateFile } from './private-file.ts';

export interface PasswordFile {
  /** Returns a password of 144 random bits for each name. */
  readonly make: (names: readonly string[]) => ReadonlyMap<string, string>;
  /** Removes the file if it has no password. */
  readonly close: () => void;
}

export function makePasswordFile(file: string): PasswordFile {
  const target = makePrivateFile(file);
  let isEmpty = true;
  return {
    make(names) {
      const made = new Map(names.map((name) => [name, randomBytes(18).toString('base64url')]));
      if (made.size > 0) target.write([...made].map((pair) => `${pair.join('\t')}\n`));
      isEmpty &&= made.size === 0;
      return made;
    },
    close: () => (isEmpty ? target.discard() : target.close()),
  };
}
