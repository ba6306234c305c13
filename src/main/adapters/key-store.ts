// Encrypts and decrypts texts with the system's key store, through Electron's safeStorage.
// SECURITY: never logs or throws a text.
import type { z } from 'zod';
import type { RememberAbility } from '../../shared/remember-ability.ts';

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

export interface KeyStoreParts extends Sealer {
  /** Whether the data folder is writable. If not, nothing is saved or used. */
  readonly writable: boolean;
  /** Resolves when the window is visible: a key store's prompt needs a visible cause. */
  readonly windowShown: Promise<unknown>;
}

/**
 * Whether a secret can be saved, as far as known without accessing the key store, which may prompt
 * the user.
 * SECURITY: `basic_text` is a fixed password in Chromium's source, and `unknown` may be the same.
 */
export function abilityOf({ safeStorage, platform, writable }: KeyStoreParts): RememberAbility {
  if (!writable) return { possible: false, reason: 'data-folder' };
  if (platform !== 'linux') return { possible: true };
  try {
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text') return { possible: false, reason: 'plaintext-store' };
    return backend === 'unknown' ? { possible: false, reason: 'no-key-store' } : { possible: true };
  } catch {
    return { possible: false, reason: 'no-key-store' };
  }
}

/** Accesses the key store. */
export async function isAvailable(parts: KeyStoreParts): Promise<boolean> {
  try {
    return abilityOf(parts).possible && (await parts.safeStorage.isAsyncEncryptionAvailable());
  } catch {
    return false;
  }
}

/**
 * Returns base64. Rejects when the key store does.
 * SECURITY: also rejects on Linux if the cipher text begins with `v10`. Without a key from the key
 * store, the asynchronous encryptor falls back to a fixed password in Chromium's source
 * (posix_key_provider.cc), and `isAsyncEncryptionAvailable` still resolves to true. On macOS and
 * Windows `v10` marks a real key.
 */
export async function sealText({ safeStorage, platform }: Sealer, text: string): Promise<string> {
  const bytes = await safeStorage.encryptStringAsync(text);
  if (platform === 'linux' && bytes.toString('latin1', 0, 3) === 'v10')
    throw new Error('sealed with the fixed password');
  return bytes.toString('base64');
}

export interface Unsealed<Content> {
  readonly content: Content;
  /** The key was rotated, or a better one exists: encrypt the content again. */
  readonly shouldReEncrypt: boolean;
}

/**
 * Returns null if the content is invalid or decryption fails, 'unavailable' if a later start may
 * succeed.
 */
export async function openSealed<Schema extends z.ZodType>(
  keyStore: KeyStore,
  base64: string,
  schema: Schema,
): Promise<Unsealed<z.infer<Schema>> | 'unavailable' | null> {
  try {
    const bytes = Buffer.from(base64, 'base64');
    const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(bytes);
    const content = schema.safeParse(JSON.parse(result));
    return content.success ? { content: content.data, shouldReEncrypt } : null;
  } catch (error) {
    return isTemporary(error) ? 'unavailable' : null;
  }
}

/** Electron reports the reason only in its message (electron_api_safe_storage.cc). */
function isTemporary(error: unknown): boolean {
  return error instanceof Error && error.message.includes('temporarily unavailable');
}
