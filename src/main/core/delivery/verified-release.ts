// From bytes that anybody may have sent to a release of ours: the publisher's signature first, then what it says. Nothing but this
// makes a VerifiedRelease, and nothing is installed or started without one. Never back to an older release, and not so far ahead that
// no later one would ever count (contract 0.12).
import { createHash, verify } from 'node:crypto';
import {
  manifestSignature,
  maxManifestBytes,
  readManifest,
  releaseSignatureHead,
  type Manifest,
} from '@latchkey/protocol/release/manifest.ts';
import { readPublicKey, type TrustedKey } from '@latchkey/client/signature.ts';

declare const isVerified: unique symbol;

/** Signed by a publisher's key that the configuration pins, for this application, channel and platform. */
export interface VerifiedRelease {
  readonly [isVerified]: true;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  /** What its sequence counts for: publisher's key, kind, channel and platform. */
  readonly line: string;
}

/** What this loader may install. */
export interface ReleaseLine {
  readonly name: string;
  readonly ownerid: string;
  readonly channel: string;
  readonly platform: string;
}

export interface ReleaseJudge {
  /**
   * null: it is not genuine. `signature`: the bytes of `<manifest>.sig`. `manifestSha256`: which manifest it has to be, as the
   * service's answer or our own record says.
   */
  readonly judge: (
    manifest: Uint8Array,
    signature: Uint8Array,
    manifestSha256: string,
  ) => VerifiedRelease | null;
}

/** `publisherKeys`: 64 hex characters each, as the configuration pins them. */
export function createReleaseJudge(
  publisherKeys: readonly string[],
  line: ReleaseLine,
): ReleaseJudge {
  const keys = publisherKeys.map(readPublicKey);
  return {
    judge(bytes, signature, manifestSha256) {
      if (bytes.length > maxManifestBytes) return null;
      if (createHash('sha256').update(bytes).digest('hex') !== manifestSha256) return null;
      const key = signerOf(keys, bytes, signature);
      // SECURITY: nothing of it is parsed before its signature held.
      if (key === null) return null;
      const text = exactText(bytes);
      const read = text === null ? null : readManifest(text);
      if (read?.ok !== true || !isOurs(read.manifest, line)) return null;
      const { manifest } = read;
      const { kind, channel, platform } = manifest;
      const of = { manifest, manifestSha256, line: `${key.id} ${kind} ${channel} ${platform}` };
      return of as VerifiedRelease; // the one place that may say so
    },
  };
}

function signerOf(
  keys: readonly TrustedKey[],
  bytes: Uint8Array,
  given: Uint8Array,
): TrustedKey | null {
  const text = exactText(given);
  const signature = manifestSignature.safeParse(text === null ? null : jsonOf(text)).data;
  const key = keys.find(({ id }) => id === signature?.keyid);
  if (signature === undefined || key === undefined) return null;
  const signed = Buffer.concat([Buffer.from(releaseSignatureHead), bytes]);
  return verify(null, signed, key.key, Buffer.from(signature.signature, 'hex')) ? key : null;
}

function isOurs(manifest: Manifest, line: ReleaseLine): boolean {
  return (
    manifest.kind === 'program' &&
    manifest.name === line.name &&
    manifest.ownerid === line.ownerid &&
    manifest.channel === line.channel &&
    manifest.platform === line.platform
  );
}

/** null: it is no UTF-8. */
function exactText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A publisher's key that was stolen for a day must not be able to use the numbers up. */
const furthestJump = 1_000_000;

/** `highest`: null where none is known yet. The same one again is taken: that is how it is repaired. */
export function judgeSequence(
  sequence: number,
  highest: number | null,
): 'taken' | 'older' | 'too-far' {
  if (highest === null) return 'taken';
  if (sequence < highest) return 'older';
  return sequence - highest > furthestJump ? 'too-far' : 'taken';
}

/** The state file and the program's folder both remember; the higher one counts. */
export function higherOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
