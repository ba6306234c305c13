// The service's Ed25519 key: read from its file, or made there at the first start; and the signature of an answer
// (contract 0.4, 5.1). The private key never leaves this file.
import {
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { signedBytes } from '../../shared/wire/envelope.ts';
import { StartProblem, errorCode } from '../start-problem.ts';

export interface Signer {
  /** 64 hex characters. */
  readonly publicKey: string;
  /** 128 hex characters over the text of the timestamp header and the raw body. */
  readonly sign: (timestamp: string, body: Uint8Array) => string;
  /** 32 bytes for one other purpose; the same in every process that has this key. */
  readonly deriveKey: (purpose: string) => Buffer;
}

/**
 * Throws StartProblem for a file that is no Ed25519 private key or open to others, and for a folder that cannot be written
 * to. Processes that answer for one service need one key: where it is on several machines, the file is copied.
 */
export function openSigner(file: string): Signer {
  const privateKey = parseKey(file, readKeyText(file) ?? makeKey(file));
  const { x, d } = privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw unreadable(file);
  const seed = Buffer.from(d, 'base64url');
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (timestamp, body) => sign(null, signedBytes(timestamp, body), privateKey).toString('hex'),
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', seed, '', purpose, 32)),
  };
}

function readKeyText(file: string): string | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(file, error);
  }
  try {
    refuseOpenToOthers(file, fstatSync(handle).mode);
    return readFileSync(handle, 'utf8');
  } catch (error) {
    throw error instanceof StartProblem ? error : unreadable(file, error);
  } finally {
    closeSync(handle);
  }
}

/** SECURITY: whoever reads this key can answer in the service's place. Windows has no such mode bits. */
function refuseOpenToOthers(file: string, mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new StartProblem(
    `The signing key ${file} may be read by other users. Run "chmod 600" on it, and make a new key if others have read it.`,
  );
}

/** Written whole under another name, then linked: never half a key, never over one that is there. */
function makeKey(file: string): string {
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
      `The signing key cannot be written to ${dirname(file)} (${errorCode(error)}).`,
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
