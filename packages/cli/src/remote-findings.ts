// Checks a service by URL for `latchkey doctor`: connection, signature and clock.
import { createHash, createPublicKey, randomBytes, verify, type KeyObject } from 'node:crypto';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { networkSentence } from './network-sentence.ts';

export interface Finding {
  readonly isOk: boolean;
  /** A risk that the seller chose. It is shown, and is not counted as a problem. */
  readonly isWarning?: true;
  readonly what: string;
  /** How to fix the problem. For a check that is ok: what was not checked, or an empty string. */
  readonly advice: string;
}

interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly body: Buffer;
  readonly challenge: string;
}

const maxClockOffsetSeconds = 120;
const noApiText = 'There is no client API at this URL. Check --url.';
const maxBodyBytes = 1024 * 1024;

/** `publicKey` is 64 hex characters. Without it, the signature is not checked. */
export async function inspectService(
  address: string,
  publicKey: string | undefined,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const { protocol, host } = new URL(address);
  const connection = { isOk: true, what: connectionText(protocol), advice: '' };
  const challenge = randomBytes(32).toString('base64url');
  // No application has this name, so no session starts. The service signs refusals too.
  const query = new URLSearchParams({
    type: 'init',
    name: '-',
    ownerid: '0000000000',
    challenge,
    // During a key rotation, the service signs with the requested key.
    ...(publicKey !== undefined && { keys: keyIdOf(publicKey) }),
  });
  try {
    const response = await fetch(`${address}/api/1.3/?${query.toString()}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (body.length > maxBodyBytes)
      return [
        connection,
        problemFinding(`The service at ${host}`, 'Its answer is too large. Check --url.'),
      ];
    const { headers, status } = response;
    const signature = headers.get(signatureHeader) ?? '';
    const timestamp = headers.get(timestampHeader) ?? '';
    if (status === 404) return [connection, problemFinding(`The service at ${host}`, noApiText)];
    if (signature === '') return [connection, unsignedFinding(host, status, headers.get('server'))];
    return [
      connection,
      okFinding(`The service at ${host} is reachable`),
      signatureFinding({ signature, timestamp, body, challenge }, publicKey, headers),
      clockFinding(timestamp),
    ];
  } catch (error) {
    return [problemFinding(`The service at ${host}`, networkSentence(error, host, timeoutMs))];
  }
}

function connectionText(protocol: string): string {
  return protocol === 'https:'
    ? 'The connection uses HTTPS with a trusted certificate'
    : 'The connection uses plain HTTP, which stays on this machine';
}

function unsignedFinding(host: string, status: number, server: string | null): Finding {
  const serverNote = server === null ? '' : ` (from ${server.slice(0, 50)})`;
  if (status >= 500)
    return problemFinding(
      `The service at ${host}`,
      `A proxy answers ${status}${serverNote} instead of the service. Is the service running?`,
    );
  if (status >= 300 && status < 400)
    return problemFinding(
      `The service at ${host}`,
      `It redirects (${status})${serverNote}. Loaders do not follow redirects.`,
    );
  return problemFinding(
    `The service at ${host}`,
    `The answer (${status}${serverNote}) is not signed. Check the URL, and that the proxy forwards /api/1.3/ with all headers.`,
  );
}

function signatureFinding(
  signed: Signed,
  publicKey: string | undefined,
  headers: Headers,
): Finding {
  const what = 'The signature of its answers';
  if (publicKey === undefined)
    return {
      isOk: true,
      what,
      advice: 'Not checked. Give --public-key, which "latchkey app list" shows.',
    };
  const coding = headers.get('content-encoding');
  if (coding !== null)
    return problemFinding(
      what,
      `The answer was ${coding}-compressed. Turn off compression in the proxy, because programs verify the bytes they receive.`,
    );
  if (!isSignedBy(signed, publicKey))
    return problemFinding(
      what,
      'It does not match this public key, or a proxy changed the answer. Compare the key with that of "latchkey app list", and let the proxy forward answers unchanged.',
    );
  if (!signed.body.includes(signed.challenge))
    return problemFinding(
      what,
      'It is valid, but for an older answer. Turn off caching in the proxy.',
    );
  return okFinding(`${what} is valid`);
}

function isSignedBy({ signature, timestamp, body }: Signed, publicKey: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false;
  const bytes = signedBytes(timestamp, body);
  return verify(null, bytes, keyOf(publicKey), Buffer.from(signature, 'hex'));
}

function keyIdOf(publicKey: string): string {
  const raw = Buffer.from(publicKey, 'hex');
  return createHash('sha256').update(raw).digest('hex').slice(0, 16);
}

function keyOf(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function clockFinding(timestamp: string): Finding {
  const seconds = Math.round(Number(timestamp) - Date.now() / 1000);
  if (!Number.isFinite(seconds)) return problemFinding('The clocks', 'The service sends no time.');
  const ahead = seconds > 0 ? 'ahead of' : 'behind';
  return Math.abs(seconds) > maxClockOffsetSeconds
    ? problemFinding(
        'The clocks',
        `The service's clock is ${Math.abs(seconds)} seconds ${ahead} this machine's. Correct the wrong one, or one-time codes fail.`,
      )
    : okFinding(`The clocks agree within ${Math.abs(seconds)} seconds`);
}

function okFinding(what: string): Finding {
  return { isOk: true, what, advice: '' };
}

function problemFinding(what: string, advice: string): Finding {
  return { isOk: false, what, advice };
}
