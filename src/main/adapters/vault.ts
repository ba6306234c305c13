// Keeps user name and password in one file, encrypted by the system's key store through Electron's safeStorage.
// Must not keep anything where the key store is missing or does not encrypt, and never writes plain text.
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { RememberAbility } from '../../shared/session.ts';
import { password, username } from '../../shared/wire/primitives.ts';
import type { Credentials, Log, Vault } from '../core/ports.ts';
import { readSmallFile, writePrivateFile } from './private-file.ts';

/**
 * Electron's safeStorage. Its calls that wait are used although newer ones exist beside them: they read the same files, and
 * every Electron that this program is tested in has them.
 */
export interface KeyStore {
  readonly isEncryptionAvailable: () => boolean;
  /** Exists on Linux only. */
  readonly getSelectedStorageBackend: () => string;
  readonly encryptString: (plainText: string) => Buffer;
  readonly decryptString: (encrypted: Buffer) => string;
}

export interface VaultParts {
  readonly safeStorage: KeyStore;
  readonly file: string;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

/** The longest allowed user name and password need less than 16 KiB, encrypted. */
const maxFileBytes = 64 * 1024;

const kept = z.strictObject({ v: z.literal(1), username, password });

export function createVault({ safeStorage, file, platform, log }: VaultParts): Vault {
  const ability = () => abilityOf(safeStorage, platform);
  const clear = async () => {
    try {
      await rm(file, { force: true });
    } catch {
      log.warn('vault-not-cleared');
    }
  };

  return {
    ability,
    clear,
    load: async () => {
      if (!ability().possible) return null;
      const bytes = await readSmallFile(file, maxFileBytes).catch(() => 'unreadable' as const);
      if (bytes === null) return null;
      const credentials = Buffer.isBuffer(bytes) ? open(safeStorage, bytes) : null;
      if (credentials !== null) return credentials;
      // Not removed: a key store may fail for once, and the next sign-in that is kept replaces the file.
      log.warn('vault-unreadable');
      return null;
    },
    save: async (credentials) => {
      if (!ability().possible) return false;
      const content = { v: 1, username: credentials.username, password: credentials.password };
      try {
        await writePrivateFile(file, safeStorage.encryptString(JSON.stringify(content)));
        return true;
      } catch {
        // SECURITY: what was thrown is not logged; it may speak of the content.
        log.warn('vault-not-saved');
        return false;
      }
    },
  };
}

/** SECURITY: `basic_text` is a fixed password in Chromium's source, and `unknown` may be the same. */
function abilityOf(safeStorage: KeyStore, platform: NodeJS.Platform): RememberAbility {
  const noKeyStore = { possible: false, reason: 'no-key-store' } as const;
  try {
    if (platform === 'linux') {
      const backend = safeStorage.getSelectedStorageBackend();
      if (backend === 'basic_text') return { possible: false, reason: 'plaintext-store' };
      if (backend === 'unknown') return noKeyStore;
    }
    return safeStorage.isEncryptionAvailable() ? { possible: true } : noKeyStore;
  } catch {
    return noKeyStore;
  }
}

function open(safeStorage: KeyStore, bytes: Buffer): Credentials | null {
  try {
    const content = kept.safeParse(JSON.parse(safeStorage.decryptString(bytes)));
    return content.success
      ? { username: content.data.username, password: content.data.password }
      : null;
  } catch {
    return null;
  }
}
