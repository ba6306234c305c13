// The publisher's key: Ed25519, the seller's own, kept away from every service. Who has it can put programs on users' computers.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { sign, verify, type KeyObject } from 'node:crypto';
import {
  releaseSignatureHead,
  type ManifestSignature,
} from '@latchkey/protocol/release/manifest.ts';
import { makePrivateFile, readPrivateFile } from '../private-file.ts';
import { CliProblem } from '../problem.ts';

export interface PublisherKey {
  /** First 16 hex characters of the SHA-256 of the raw public key. */
  readonly keyid: string;
  /** 64 hex characters, as the loader's configuration pins it. */
  readonly publicKey: string;
  readonly sign: (manifest: Uint8Array) => ManifestSignature;
  readonly hasSigned: (manifest: Uint8Array, signature: ManifestSignature) => boolean;
}

/** Makes one in a new file for its owner only. Throws CliProblem. */
export function makePublisherKey(file: string): PublisherKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const made = makePrivateFile(file);
  try {
    made.write([privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()]);
  } catch (error) {
    made.discard();
    throw error;
  }
  made.close();
  return keyOf(privateKey);
}

/** Throws CliProblem where the file holds none, or others can read it. */
export function readPublisherKey(file: string): PublisherKey {
  const text = readPrivateFile(file);
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    // SECURITY: not the fault itself, which may quote what it was given.
    throw new CliProblem(`${file} holds no private key that can be read.`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new CliProblem(
      `${file} holds a key of another kind: "latchkey release keygen" makes one.`,
    );
  return keyOf(key);
}

function keyOf(privateKey: KeyObject): PublisherKey {
  const key = createPublicKey(privateKey);
  const raw = key.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyid = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const signed = (manifest: Uint8Array) =>
    Buffer.concat([Buffer.from(releaseSignatureHead), manifest]);
  return {
    keyid,
    publicKey: raw.toString('hex'),
    sign: (manifest) => ({
      keyid,
      signature: sign(null, signed(manifest), privateKey).toString('hex'),
    }),
    hasSigned: (manifest, { keyid: by, signature }) =>
      by === keyid && verify(null, signed(manifest), key, Buffer.from(signature, 'hex')),
  };
}
