// Checks a service from outside for `latchkey doctor`: connection, signature and clock.
import { createHash, createPublicKey, randomBytes, verify, type KeyObject } from 'node:crypto';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { networkSentence } from './network-sentence.ts';

export interface Finding {
  readonly isOk: boolean;
  readonly what: string;
  readonly advice: string;
}

interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly body: Buffer;
  readonly challenge: string;
}

const clockBoundSeconds = 120;
const noApi = 'There is no client API below this URL; check --url.';
const maxBodyBytes = 1024 * 1024;

/** `publicKey` is 64 hex characters, or undefined if not given. */
export async function inspectService(
  address: string,
  publicKey: string | undefined,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const { protocol, host } = new URL(address);
  const connection = { isOk: true, what: httpsWord(protocol), advice: '' };
  const challenge = randomBytes(32).toString('base64url');
  // No application has this name, so no session starts, and the refusal is signed like any answer.
  const query = new URLSearchParams({
    ...{ type: 'init', name: '-', ownerid: '0000000000', challenge },
    // During a key change the service signs with the requested key.
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
        problem(`The service at ${host}`, 'Its answer is too large; check --url.'),
      ];
    const { headers, status } = response;
    const signature = headers.get(signatureHeader) ?? '';
    const timestamp = headers.get(timestampHeader) ?? '';
    if (status === 404) return [connection, problem(`The service at ${host}`, noApi)];
    if (signature === '') return [connection, unsigned(host, status, headers.get('server'))];
    return [
      connection,
      fine(`The service at ${host} can be reached`),
      signatureFinding({ signature, timestamp, body, challenge }, publicKey, headers),
      clockFinding(timestamp),
    ];
  } catch (error) {
    return [problem(`The service at ${host}`, networkSentence(error, host, timeoutMs))];
  }
}

function httpsWord(protocol: string): string {
  return protocol === 'https:'
    ? 'The connection is HTTPS with a certificate that this machine trusts'
    : 'The connection is plain HTTP, which stays on this machine';
}

function unsigned(host: string, status: number, server: string | null): Finding {
  const by = server === null ? '' : ` (from ${server.slice(0, 50)})`;
  if (status >= 500)
    return problem(
      `The service at ${host}`,
      `A proxy answers ${status}${by}, not the service: is it running?`,
    );
  if (status >= 300 && status < 400)
    return problem(
      `The service at ${host}`,
      `It sends elsewhere (${status})${by}: loaders do not follow.`,
    );
  return problem(
    `The service at ${host}`,
    `The answer (${status}${by}) is not signed: check the URL, and that the proxy hands /api/1.3/ on with all headers.`,
  );
}

function signatureFinding(
  signed: Signed,
  publicKey: string | undefined,
  headers: Headers,
): Finding {
  const what = 'The signature of its answers';
  if (publicKey === undefined)
    return problem(what, 'Not looked at: give --public-key, which "latchkey app list" shows.');
  const coding = headers.get('content-encoding');
  if (coding !== null)
    return problem(
      what,
      `The answer came ${coding}-compressed: switch compression off in the proxy, because programs check the bytes that come.`,
    );
  if (!isSignedBy(signed, publicKey))
    return problem(
      what,
      'It is not by this public key, or the answer was changed on the way: compare the key with that of "latchkey app list", and let the proxy pass answers on byte for byte.',
    );
  if (!signed.body.includes(signed.challenge))
    return problem(what, 'It is right, but of an older answer: the proxy must not cache.');
  return fine(`${what} is right`);
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
  if (!Number.isFinite(seconds)) return problem('The clocks', 'The service sends no time.');
  const ahead = seconds > 0 ? 'ahead of' : 'behind';
  return Math.abs(seconds) > clockBoundSeconds
    ? problem(
        'The clocks',
        `The service's is ${Math.abs(seconds)} seconds ${ahead} this machine's: set whichever is wrong; one-time codes fail otherwise.`,
      )
    : fine(`The clocks agree to ${Math.abs(seconds)} seconds`);
}

function fine(what: string): Finding {
  return { isOk: true, what, advice: '' };
}

function problem(what: string, advice: string): Finding {
  return { isOk: false, what, advice };
}
