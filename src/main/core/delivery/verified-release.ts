// Creates a VerifiedRelease from untrusted bytes: verifies the signature, then the content.
// SECURITY: nothing is installed or launched without a VerifiedRelease. `checkSequence` refuses
// older releases, and jumps that could exhaust the numbers (docs/protocol.md#release-offers).
import { createHash, verify } from 'node:crypto';
import {
  manifestSignature,
  maxManifestBytes,
  readManifest,
  type Manifest,
} from '@latchkey/protocol/release/manifest.ts';
import { releaseSignaturePrefix } from '@latchkey/protocol/release/signature-prefix.ts';
import { readPublicKey, type TrustedKey } from '@latchkey/client/signature.ts';
import { decodeUtf8 } from '@latchkey/protocol/utf8.ts';

declare const isVerified: unique symbol;

/** Signed with a pinned publisher key, for this application, kind, channel and platform. */
export interface VerifiedRelease {
  readonly [isVerified]: true;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  /** Id of the publisher key, kind, channel and platform. */
  readonly line: string;
  /**
   * The lines of all pinned keys for this kind, channel and platform. SECURITY: their sequences are
   * compared together, because a second key must not allow a downgrade.
   */
  readonly lines: readonly string[];
  /** Its platform, if it is not the loader's own but one that the system emulates. */
  readonly emulated: string | null;
}

/** The releases that this loader may install. */
export interface ReleaseLine {
  readonly name: string;
  readonly ownerid: string;
  readonly channel: string;
  readonly platform: string;
  /** The platform that the system emulates, if any. Its releases are accepted, too. */
  readonly emulatedPlatform?: string | null;
  /** Accepts only releases of the loader with this brand id. If missing, only programs. */
  readonly brandId?: string;
}

export interface ReleaseVerifier {
  /**
   * Returns null if the manifest is not genuine. `signature`: the bytes of `<manifest>.sig`.
   * `manifestSha256`: the expected hash, from the service's answer or our own record.
   */
  readonly verify: (
    manifest: Uint8Array,
    signature: Uint8Array,
    manifestSha256: string,
  ) => VerifiedRelease | null;
}

/** `publisherKeys`: 64 hex characters each, as the configuration pins them. */
export function createReleaseVerifier(
  publisherKeys: readonly string[],
  line: ReleaseLine,
): ReleaseVerifier {
  const keys = publisherKeys.map(readPublicKey);
  return {
    verify(bytes, signature, manifestSha256) {
      if (bytes.length > maxManifestBytes) return null;
      if (createHash('sha256').update(bytes).digest('hex') !== manifestSha256) return null;
      const key = findSigner(keys, bytes, signature);
      // SECURITY: nothing is parsed before the signature is verified.
      if (key === null) return null;
      const decoded = decodeUtf8(bytes);
      const read = decoded.ok ? readManifest(decoded.text) : null;
      if (read?.ok !== true || !isOurs(read.manifest, line)) return null;
      const { manifest } = read;
      const { kind, channel, platform } = manifest;
      const lineOf = ({ id }: TrustedKey) => `${id} ${kind} ${channel} ${platform}`;
      const lines: readonly string[] = keys.map(lineOf);
      const emulated = platform === line.platform ? null : platform;
      const release = { manifest, manifestSha256, line: lineOf(key), lines, emulated };
      return release as VerifiedRelease; // the only place that creates one
    },
  };
}

function findSigner(
  keys: readonly TrustedKey[],
  bytes: Uint8Array,
  signatureFile: Uint8Array,
): TrustedKey | null {
  const decoded = decodeUtf8(signatureFile);
  const signature = manifestSignature.safeParse(decoded.ok ? parseJson(decoded.text) : null).data;
  const key = keys.find(({ id }) => id === signature?.keyid);
  if (signature === undefined || key === undefined) return null;
  const signed = Buffer.concat([Buffer.from(releaseSignaturePrefix), bytes]);
  return verify(null, signed, key.key, Buffer.from(signature.signature, 'hex')) ? key : null;
}

function isOurs(manifest: Manifest, line: ReleaseLine): boolean {
  return (
    hasKind(manifest, line) &&
    manifest.name === line.name &&
    manifest.ownerid === line.ownerid &&
    manifest.channel === line.channel &&
    [line.platform, line.emulatedPlatform].includes(manifest.platform)
  );
}

/** SECURITY: only this brand's loader replaces the loader, and only a program the program. */
function hasKind({ kind, entry }: Manifest, { brandId }: ReleaseLine): boolean {
  return brandId === undefined ? kind === 'program' : kind === 'loader' && entry === brandId;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** SECURITY: a publisher key stolen for a day must not exhaust the sequence numbers. */
const maxSequenceJump = 1_000_000;

/** `highest`: null if none is known. Accepts the same sequence again, for repairs. */
export function checkSequence(
  sequence: number,
  highest: number | null,
): 'accepted' | 'older' | 'too-far' {
  if (highest === null) return 'accepted';
  if (sequence < highest) return 'older';
  return sequence - highest > maxSequenceJump ? 'too-far' : 'accepted';
}

/** Returns the highest known sequence; null if none is known. */
export function highestOf(sequences: readonly (number | null | undefined)[]): number | null {
  const known = sequences.filter((sequence) => typeof sequence === 'number');
  return known.length === 0 ? null : Math.max(...known);
}
