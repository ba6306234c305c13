// Chooses the signing key of an answer, also during a key rotation (docs/protocol.md#signing-keys).
import { keyIdOf, type Signer } from './signing.ts';

export interface Signers {
  /** The key for clients that know it. */
  readonly active: Signer;
  /** All keys that are not retired, oldest first. */
  readonly all: readonly Signer[];
  /**
   * Returns the active key if the client knows it, else the newest key that the client knows.
   * `known` holds the ids that the client sent.
   */
  readonly signerFor: (known: readonly string[]) => Signer;
  /** Returns the ids that a client knows. A client that sends no ids knows the oldest key. */
  readonly knownKeysOf: (known: readonly string[]) => readonly string[];
}

/** `all` includes `active` and starts with the oldest key. */
export function signersOf(active: Signer, all: readonly Signer[] = [active]): Signers {
  const oldest = all[0] ?? active;
  const idOf = ({ fingerprint }: Signer) => keyIdOf(fingerprint);
  return {
    active,
    all,
    signerFor(known) {
      if (known.length === 0) return oldest;
      const own = [...all, active].filter((signer) => known.includes(idOf(signer)));
      return own.at(-1) ?? oldest;
    },
    knownKeysOf: (known) => (known.length === 0 ? [idOf(oldest)] : known),
  };
}
