// Encrypts and decrypts the content of one saved sign-in with Electron's safeStorage.
// SECURITY: never logs or throws the content.
import { z } from 'zod';
import { passText } from '@latchkey/protocol/offline-pass.ts';
import { keyText, password, username } from '@latchkey/protocol/primitives.ts';

/**
 * Electron's safeStorage, asynchronous calls only: Electron 46 removes the synchronous ones. Text
 * that earlier builds encrypted stays readable: "Data encrypted with `safeStorage.encryptString`
 * can be decrypted with `safeStorage.decryptStringAsync`" (electron.d.ts 45.4.1, at
 * `decryptString`).
 */
export interface KeyStore {
  /**
   * Accesses the key store, which may ask the user to unlock it: the first call creates the
   * encryptor, and the promise resolves after that. Resolves to false before the app is ready.
   */
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  /** Exists on Linux only. Never prompts. */
  readonly getSelectedStorageBackend: () => string;
  readonly encryptStringAsync: (plainText: string) => Promise<Buffer>;
  /** Rejects if decryption fails, and while the key store is temporarily unavailable. */
  readonly decryptStringAsync: (
    encrypted: Buffer,
  ) => Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

export interface Sealer {
  readonly safeStorage: KeyStore;
  readonly platform: NodeJS.Platform;
}

const sealed = z.object({
  method: z.discriminatedUnion('kind', [
    /** `password` is null if the service rejected it; then only the name is saved. */
    z.object({ kind: z.literal('password'), username, password: password.nullable() }),
    z.object({ kind: z.literal('key'), key: keyText }),
  ]),
  /** Signs in automatically at the start. */
  auto: z.boolean(),
  /** Last sign-in, unix milliseconds. */
  usedAt: z.number(),
  /** `seenAt`: the latest time that the loader knew, unix milliseconds. */
  offline: z.object({ pass: passText, seenAt: z.number() }).optional().catch(undefined),
});

export type SealedSignIn = z.infer<typeof sealed>;

/**
 * Returns base64. Rejects when the key store does.
 * SECURITY: also rejects on Linux if the cipher text begins with `v10`. Without a key from the key
 * store, the asynchronous encryptor falls back to a fixed password in Chromium's source
 * (posix_key_provider.cc), and `isAsyncEncryptionAvailable` still resolves to true. On macOS and
 * Windows `v10` marks a real key.
 */
export async function seal(
  { safeStorage, platform }: Sealer,
  content: SealedSignIn,
): Promise<string> {
  const bytes = await safeStorage.encryptStringAsync(JSON.stringify(content));
  if (platform === 'linux' && bytes.toString('latin1', 0, 3) === 'v10')
    throw new Error('sealed with the fixed password');
  return bytes.toString('base64');
}

interface Unsealed<Content> {
  readonly content: Content;
  /** The key was rotated, or a better one exists: encrypt the content again. */
  readonly shouldReEncrypt: boolean;
}

/** Returns null if the content is invalid, or decryption fails, even if only temporarily. */
export function unseal(keyStore: KeyStore, base64: string): Promise<Unsealed<SealedSignIn> | null> {
  return open(keyStore, Buffer.from(base64, 'base64'), sealed);
}

async function open<Schema extends z.ZodType>(
  keyStore: KeyStore,
  bytes: Buffer,
  schema: Schema,
): Promise<Unsealed<z.infer<Schema>> | null> {
  try {
    const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(bytes);
    const content = schema.safeParse(JSON.parse(result));
    return content.success ? { content: content.data, shouldReEncrypt } : null;
  } catch {
    return null;
  }
}
