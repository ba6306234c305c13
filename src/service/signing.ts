// The service's Ed25519 key: read from the data folder, or made there at the first start; and the signature of an answer
// (contract 0.4, 5.1). The private key never leaves this file.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { signedBytes } from '../shared/wire/envelope.ts';
import { StartProblem, errorCode } from './start-problem.ts';

export interface Signer {
  /** 64 hex characters. */
  readonly publicKey: string;
  /** 128 hex characters over the text of the timestamp header and the raw body. */
  readonly sign: (timestamp: string, body: Uint8Array) => string;
}

/** Throws StartProblem for a file that is no Ed25519 private key, and for a folder that cannot be written to. */
export function openSigner(dataFolder: string): Signer {
  const file = join(dataFolder, 'signing-key.pem');
  const privateKey = parseKey(file, readKeyText(file) ?? makeKey(file, dataFolder));
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw unreadable(file);
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (timestamp, body) => sign(null, signedBytes(timestamp, body), privateKey).toString('hex'),
  };
}

function readKeyText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(file, error);
  }
}

/** Written whole under another name, then linked: never half a key, never over one that is there. */
function makeKey(file: string, dataFolder: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    return text;
  } catch (error) {
    // Another process was first: its key counts.
    if (errorCode(error) === 'EEXIST') return readFileSync(file, 'utf8');
    throw new StartProblem(
      `The signing key cannot be written to ${dataFolder} (${errorCode(error)}).`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

function parseKey(file: string, text: string): KeyObject {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw unreadable(file, error);
  }
  throw unreadable(file);
}

function unreadable(file: string, cause?: unknown): StartProblem {
  return new StartProblem(`The signing key ${file} cannot be read as an Ed25519 private key.`, {
    cause,
  });
}
