// The signing keys of a service while they are being changed (contract 0.17), and which of them signs an answer.
import { keyIdOf, type Signer } from './signing.ts';

export interface Signers {
  /** Signs for whoever knows it. */
  readonly active: Signer;
  /** Every one that is not retired, oldest first. */
  readonly all: readonly Signer[];
  /** `known`: ids that whoever asks can verify with; empty where they did not say. */
  readonly signerFor: (known: readonly string[]) => Signer;
  /** The same ids; where they did not say, that of the only key that there was before programs said which they know. */
  readonly knownOf: (known: readonly string[]) => readonly string[];
}

/** `all`: oldest first, `active` among them. */
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
    knownOf: (known) => (known.length === 0 ? [idOf(oldest)] : known),
  };
}
