// The content of one saved sign-in, and how Electron's safeStorage seals and opens it. Never logs or throws the content.
import { z } from 'zod';
import { keyText, password, username } from '@latchkey/protocol/primitives.ts';

/**
 * Electron's safeStorage, asynchronous calls only: Electron 46 removes the synchronous ones. What `encryptString` sealed in
 * earlier builds still opens: "Data encrypted with `safeStorage.encryptString` can be decrypted with
 * `safeStorage.decryptStringAsync`" (electron.d.ts 45.4.1, at `decryptString`).
 */
export interface KeyStore {
  /**
   * Asks the key store, which may ask the user to unlock it: the first call creates the encryptor, and the promise resolves
   * when that has ended. Before the app is ready it resolves to false.
   */
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  /** Exists on Linux only. Asks nobody. */
  readonly getSelectedStorageBackend: () => string;
  readonly encryptStringAsync: (plainText: string) => Promise<Buffer>;
  /** Rejects when the text does not open, and also while the key store is unavailable for a while. */
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
    /** `password` null: it turned out to be wrong, and only the name is saved. */
    z.object({ kind: z.literal('password'), username, password: password.nullable() }),
    z.object({ kind: z.literal('key'), key: keyText }),
  ]),
  /** Signs in by itself at the start. */
  auto: z.boolean(),
  /** Unix milliseconds of the sign-in that was saved. */
  usedAt: z.number(),
});
const versionOne = z.strictObject({ v: z.literal(1), username, password });

export type SealedSignIn = z.infer<typeof sealed>;

/**
 * Base64. Rejects when the key store does.
 * SECURITY: also rejects on Linux when the cipher text begins with `v10`. Where the key store gives no key, the asynchronous
 * encryptor falls back to a fixed password in Chromium's source (posix_key_provider.cc), and `isAsyncEncryptionAvailable`
 * still resolves to true. On macOS and Windows `v10` is the mark of a real key.
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
  /** The key was rotated, or a better one exists: seal the content again. */
  readonly shouldReEncrypt: boolean;
}

/** null: the key store does not open it, now or ever, or it holds something else. */
export function unseal(keyStore: KeyStore, base64: string): Promise<Unsealed<SealedSignIn> | null> {
  return open(keyStore, Buffer.from(base64, 'base64'), sealed);
}

/** The whole file of version 1, which was one sealed sign-in and named no service. */
export async function unsealVersionOne(
  keyStore: KeyStore,
  bytes: Buffer,
): Promise<z.infer<typeof versionOne> | null> {
  return (await open(keyStore, bytes, versionOne))?.content ?? null;
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
