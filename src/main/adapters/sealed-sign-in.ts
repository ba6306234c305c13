// What is sealed in one kept sign-in, and opening and closing it by Electron's safeStorage. Never logs or throws what is inside.
import { z } from 'zod';
import { keyText, password, username } from '../../shared/wire/primitives.ts';

/**
 * Electron's safeStorage. Its calls that wait are used although newer ones exist beside them: they read the same files, and
 * every Electron that this program is tested in has them.
 */
export interface KeyStore {
  /** Asks the key store, which may ask the user to unlock it. */
  readonly isEncryptionAvailable: () => boolean;
  /** Exists on Linux only. Asks nobody. */
  readonly getSelectedStorageBackend: () => string;
  readonly encryptString: (plainText: string) => Buffer;
  readonly decryptString: (encrypted: Buffer) => string;
}

const sealed = z.object({
  method: z.discriminatedUnion('kind', [
    /** `password` null: it turned out to be wrong, and only the name is kept. */
    z.object({ kind: z.literal('password'), username, password: password.nullable() }),
    z.object({ kind: z.literal('key'), key: keyText }),
  ]),
  /** Signs in by itself at the start. */
  auto: z.boolean(),
  /** Unix milliseconds of the sign-in that was kept. */
  usedAt: z.number(),
});
const versionOne = z.strictObject({ v: z.literal(1), username, password });

export type SealedSignIn = z.infer<typeof sealed>;

/** Base64. Throws when the key store does. */
export function seal(keyStore: KeyStore, content: SealedSignIn): string {
  return keyStore.encryptString(JSON.stringify(content)).toString('base64');
}

/** null: the key store does not open it, or it holds something else. */
export function unseal(keyStore: KeyStore, base64: string): SealedSignIn | null {
  return open(keyStore, Buffer.from(base64, 'base64'), sealed);
}

/** The whole file of version 1, which was one sealed sign-in and named no service. */
export function unsealVersionOne(
  keyStore: KeyStore,
  bytes: Buffer,
): z.infer<typeof versionOne> | null {
  return open(keyStore, bytes, versionOne);
}

function open<Schema extends z.ZodType>(
  keyStore: KeyStore,
  bytes: Buffer,
  schema: Schema,
): z.infer<Schema> | null {
  try {
    const content = schema.safeParse(JSON.parse(keyStore.decryptString(bytes)));
    return content.success ? content.data : null;
  } catch {
    return null;
  }
}
