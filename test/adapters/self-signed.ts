// Creates a new untrusted certificate for each run, so that the repository contains no private key.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Validity {
  /** The IPv4 address in the certificate. */
  readonly host?: readonly [number, number, number, number];
  /** The first day of its validity, as YYYYMMDD, before 2050. */
  readonly from?: string;
  /** The last day of its validity, as YYYYMMDD. */
  readonly until?: string;
}

/**
 * Returns an X.509 v3 certificate (RFC 5280) with an EC P-256 key. By default, it is valid for
 * 127.0.0.1 until the end of 2099.
 */
export function makeSelfSigned({
  host = [127, 0, 0, 1],
  from = '20200101',
  until = '20991231',
}: Validity = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'));
  const commonName = hex('0603550403');
  // Certificate stores find issuers by name, so each certificate gets a unique name.
  const name = sequence(
    der(0x31, sequence(commonName, der(0x0c, Buffer.from(`latchkey test ${randomUUID()}`)))),
  );
  const subjectAltName = sequence(
    hex('0603551d11'),
    der(0x04, sequence(der(0x87, Buffer.from(host)))),
  );
  const basicConstraints = sequence(
    hex('0603551d13'),
    hex('0101ff'),
    der(0x04, sequence(hex('0101ff'))),
  );
  const toBeSigned = sequence(
    der(0xa0, hex('020102')),
    hex('020101'),
    ecdsaWithSha256,
    name,
    sequence(
      der(0x17, Buffer.from(`${from.slice(2)}000000Z`)),
      der(0x18, Buffer.from(`${until}235959Z`)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, basicConstraints)),
  );
  const signature = der(
    0x03,
    Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]),
  );
  const base64 = sequence(toBeSigned, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** Encodes one ASN.1 value in DER: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
