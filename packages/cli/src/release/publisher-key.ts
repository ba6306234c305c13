// Creates, reads and uses the publisher key, the Ed25519 key that signs releases.
// SECURITY: never send the key to a service. Anyone with it can put programs on users' computers.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { sign, verify, type KeyObject } from 'node:crypto';
import { type ManifestSignature } from '@latchkey/protocol/release/manifest.ts';
import { releaseSignaturePrefix } from '@latchkey/protocol/release/signature-prefix.ts';
import { makePrivateFile, readPrivateFile } from '../private-file.ts';
import { CliProblem } from '../problem.ts';

export interface PublisherKey {
  readonly keyid: string;
  /** 64 hex characters, for the loader's configuration. */
  readonly publicKey: string;
  readonly sign: (manifest: Uint8Array) => ManifestSignature;
  readonly hasSigned: (manifest: Uint8Array, signature: ManifestSignature) => boolean;
}

/** Creates a key in a new private file. Throws CliProblem. */
export function makePublisherKey(file: string): PublisherKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const created = makePrivateFile(file);
  try {
    created.write([privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()]);
  } catch (error) {
    created.discard();
    throw error;
  }
  created.close();
  return keyOf(privateKey);
}

/** Throws CliProblem if the file has no Ed25519 key, or if other users can read the file. */
export function readPublisherKey(file: string): PublisherKey {
  const text = readPrivateFile(file);
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    // SECURITY: the original error may quote the content of the file.
    throw new CliProblem(`${file} has no readable private key.`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new CliProblem(
      `${file} has a key of another type. Create one with "latchkey release keygen".`,
    );
  return keyOf(key);
}

function keyOf(privateKey: KeyObject): PublisherKey {
  const key = createPublicKey(privateKey);
  const raw = key.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyid = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const signed = (manifest: Uint8Array) =>
    Buffer.concat([Buffer.from(releaseSignaturePrefix), manifest]);
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
