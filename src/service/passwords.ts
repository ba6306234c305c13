// Password hashes: argon2id with the parameters that OWASP recommends. Passwords are compared byte for byte as UTF-8,
// never trimmed or normalised.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** `storedHash` null (no such user): takes as long as a wrong password does, and is false. */
  readonly verify: (storedHash: string | null, password: string) => Promise<boolean>;
}

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

export const productionCost: PasswordCost = { memoryKib: 19 * 1024, passes: 2 };

export async function createPasswords(cost: PasswordCost): Promise<Passwords> {
  // argon2id is the library's default algorithm; its type is a const enum, which cannot be named here.
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const nobody = await hash(randomBytes(32).toString('base64url'), options);
  return {
    hash: (password) => hash(password, options),
    async verify(storedHash, password) {
      // SECURITY: one verification whether or not the user exists, so that time does not tell them apart.
      const right = await verify(storedHash ?? nobody, password);
      return right && storedHash !== null;
    },
  };
}
