// Reads the folder of a release that was chosen in the browser, and checks its signature. The
// service checks the whole manifest; here only what the page shows and uploads is read.
import { releaseSignaturePrefix } from '@latchkey/protocol/release/signature-prefix.ts';
import type { SignedRelease } from '@latchkey/protocol/release/upload.ts';

/** Why a folder or its signature cannot be used. Sentences are in `copy`. */
export type FolderFault = 'no-release' | 'another-application' | 'not-signed' | 'no-ed25519';

export interface ChosenRelease extends SignedRelease {
  readonly shown: Readonly<Record<'version' | 'platform' | 'channel', string>>;
}

/**
 * `files` have the paths that an input with `webkitdirectory` gives: `linux-1/manifest.json`. The
 * service compares the owner id, too.
 */
export async function readFolder(
  files: readonly File[],
  application: string,
): Promise<ChosenRelease | FolderFault> {
  const byPath = new Map(files.map((file) => [pathIn(file), file]));
  const manifestFile = byPath.get('manifest.json');
  const signatureFile = byPath.get('manifest.json.sig');
  if (manifestFile === undefined || signatureFile === undefined) return 'no-release';
  const bytes = new Uint8Array(await manifestFile.arrayBuffer());
  const manifest = jsonIn(new TextDecoder().decode(bytes));
  const { keyid, signature } = jsonIn(await signatureFile.text());
  const { chunks } = manifest;
  if (!Array.isArray(chunks)) return 'no-release';
  if (typeof keyid !== 'string' || typeof signature !== 'string') return 'no-release';
  if (manifest['name'] !== application) return 'another-application';
  return {
    shown: {
      version: String(manifest['version']),
      platform: String(manifest['platform']),
      channel: String(manifest['channel']),
    },
    chunks: chunks as ChosenRelease['chunks'], // a wrong one is not in the folder
    manifestSha256: await sha256Of(bytes),
    bytes,
    signature: { keyid, signature },
    async chunk(storedSha256, stored) {
      const file = byPath.get(`chunks/${storedSha256}`);
      if (file?.size !== stored) return null;
      const content = new Uint8Array(await file.arrayBuffer());
      return (await sha256Of(content)) === storedSha256 ? content : null;
    },
  };
}

/** Returns null if the release is signed with the key, given as 64 hex digits. */
export async function signatureFault(
  { bytes, signature }: SignedRelease,
  publicKey: string,
): Promise<FolderFault | null> {
  const prefix = new TextEncoder().encode(releaseSignaturePrefix);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  const algorithm = { name: 'Ed25519' };
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), algorithm, false, ['verify']);
  } catch (error) {
    const isUnknown = error instanceof DOMException && error.name === 'NotSupportedError';
    return isUnknown ? 'no-ed25519' : 'not-signed';
  }
  const isValid = await crypto.subtle.verify(algorithm, key, bytesOf(signature.signature), signed);
  return isValid ? null : 'not-signed';
}

/** Without the name of the chosen folder. */
function pathIn({ webkitRelativePath }: File): string {
  return webkitRelativePath.replace(/^[^/]*\//, '');
}

/** An object without fields if the text is no JSON object. */
function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
