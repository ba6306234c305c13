// Download tickets depend on the service's secret, so that a new signing key does not end them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  makeDownloadTicket,
  makeLoaderTicket,
  readDownloadTicket,
  readLoaderTicket,
  makeUploadTicket,
  readUploadTicket,
} from '../src/secrets/tickets.ts';
import { openServiceSecret } from '../src/secrets/service-secret.ts';
import { openSigner } from '../src/secrets/signing.ts';
import { temporaryFolder } from './support/service-command.ts';

const ticket = { applicationId: 'a', fileId: '1', sessionIdHash: 'h' };
const now = 1_000_000;

function keys(data = temporaryFolder()) {
  const signer = openSigner(join(data, 'signing-key.pem'));
  return { data, secret: openServiceSecret(join(data, 'service-secret')), signer };
}

test('a ticket stays valid with a new signing key, but not with a new secret', () => {
  const before = keys();
  const made = makeDownloadTicket(before.secret, ticket, now);
  rmSync(join(before.data, 'signing-key.pem'));
  const rotated = keys(before.data);
  expect(rotated.signer.publicKey).not.toBe(before.signer.publicKey);
  expect(readDownloadTicket(rotated.secret, made, now)).toEqual(ticket);
  writeFileSync(join(before.data, 'service-secret'), Buffer.alloc(32, 1));
  expect(readDownloadTicket(keys(before.data).secret, made, now)).toBeNull();
});

test('rejects a ticket from far in the future, but accepts a small clock difference', () => {
  const own = keys();
  expect(
    readDownloadTicket(own.secret, makeDownloadTicket(own.secret, ticket, now + 86_400), now),
  ).toBeNull();
  expect(
    readDownloadTicket(own.secret, makeDownloadTicket(own.secret, ticket, now + 60), now),
  ).toEqual(ticket);
  const actor = { applicationId: 'a', actor: 'key b' };
  const upload = (madeAt: number) => makeUploadTicket(own.secret, actor, madeAt);
  expect(readUploadTicket(own.secret, upload(now + 86_400), now)).toBeNull();
  expect(readUploadTicket(own.secret, upload(now + 60), now)).toEqual(actor);
  expect(readUploadTicket(own.secret, upload(now), now + 600)).toBeNull();
});

test('a ticket is valid only for its own purpose, and a loader ticket expires', () => {
  const { secret } = keys();
  const loader = { applicationId: 'a', manifestSha256: '1' };
  const made = makeLoaderTicket(secret, loader, now);
  expect(readLoaderTicket(secret, made, now + 599)).toEqual(loader);
  expect(readLoaderTicket(secret, made, now + 600)).toBeNull();
  expect(readLoaderTicket(secret, makeLoaderTicket(secret, loader, now + 86_400), now)).toBeNull();
  expect(readLoaderTicket(keys().secret, made, now)).toBeNull();
  expect(readDownloadTicket(secret, made, now)).toBeNull();
  expect(readUploadTicket(secret, made, now)).toBeNull();
  expect(readLoaderTicket(secret, makeDownloadTicket(secret, ticket, now), now)).toBeNull();
  const upload = makeUploadTicket(secret, { applicationId: 'a', actor: 'key b' }, now);
  expect(readLoaderTicket(secret, upload, now)).toBeNull();
});

test('each purpose has a separate key derived from the secret, the same in every process', () => {
  const { data, secret } = keys();
  const bytes = readFileSync(join(data, 'service-secret'));
  const one = secret.deriveKey('one');
  expect(one).toHaveLength(32);
  expect(one).toEqual(keys(data).secret.deriveKey('one'));
  expect(one).not.toEqual(secret.deriveKey('other'));
  expect(one).not.toEqual(bytes);
});
