// Password hashes: argon2id with the parameters that OWASP recommends; those of another server (bcrypt) are only compared.
// Passwords are compared byte for byte as UTF-8, never trimmed or normalised.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { compareBcrypt, isBcrypt, mostBcryptBytes, nobodysBcrypt } from './bcrypt.ts';

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * `storedHash` null (no such user): takes as long as a wrong password does, and is false. `legacy`: the application's users
   * may still have hashes of another server (`legacyHashes`); without it, those are never right.
   */
  readonly verify: (
    storedHash: string | null,
    password: string,
    legacy: boolean,
  ) => Promise<boolean>;
}

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

export const productionCost: PasswordCost = { memoryKib: 19 * 1024, passes: 2 };

/** What compares a password with a hash. Tests count with it. */
export interface Comparing {
  readonly own: (hash: string, password: string) => Promise<boolean>;
  readonly imported: (hash: string, password: string) => Promise<boolean>;
}

const comparing: Comparing = {
  own: (hash, password) => verify(hash, password),
  imported: compareBcrypt,
};

export async function createPasswords(
  cost: PasswordCost,
  compare: Comparing = comparing,
): Promise<Passwords> {
  // argon2id is the library's default algorithm; its type is a const enum, which cannot be named here.
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const nobody = await hash(randomBytes(32).toString('base64url'), options);
  return {
    hash: (password) => hash(password, options),
    async verify(storedHash, password, legacy) {
      const imported = storedHash !== null && isBcrypt(storedHash) ? storedHash : null;
      const own = imported === null ? storedHash : null;
      // SECURITY: the same work whether or not the user exists and whoever made the hash, so that time tells nothing apart.
      const right = await compare.own(own ?? nobody, password);
      if (!legacy) return right && own !== null;
      const rightImported = await compare.imported(imported ?? nobodysBcrypt, password);
      if (imported === null) return right && own !== null;
      // SECURITY: looked at last, so that it takes no less time.
      return rightImported && Buffer.byteLength(password) <= mostBcryptBytes;
    },
  };
}
