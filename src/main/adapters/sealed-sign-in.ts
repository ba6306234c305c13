// Encrypts and decrypts the content of one saved sign-in.
// SECURITY: never logs or throws the content.
import { z } from 'zod';
import { passText } from '@latchkey/protocol/offline-pass.ts';
import { keyText, password, username } from '@latchkey/protocol/primitives.ts';
import { type KeyStore, openSealed, type Sealer, sealText, type Unsealed } from './key-store.ts';

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

/** Returns base64. Rejects when the key store does. */
export function seal(sealer: Sealer, content: SealedSignIn): Promise<string> {
  return sealText(sealer, JSON.stringify(content));
}

/** Returns null if the content is invalid, or decryption fails, even if only temporarily. */
export async function unseal(
  keyStore: KeyStore,
  base64: string,
): Promise<Unsealed<SealedSignIn> | null> {
  const opened = await openSealed(keyStore, base64, sealed);
  return opened === 'unavailable' ? null : opened;
}
