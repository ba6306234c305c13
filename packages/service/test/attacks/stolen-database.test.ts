// The story: somebody has a copy of the database, with SQLite of its files, but not the service's secret. They look for what opens
// accounts elsewhere: secrets of second factors, tokens, addresses of webhooks, and try out mail addresses that they know.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMailKey } from '../../src/host/identity.ts';
import { openAt } from '../../src/secrets/at-rest.ts';
import { emailHash } from '../../src/features/users/emails.ts';
import { openServiceSecret } from '../../src/secrets/service-secret.ts';
import { dumpOf, everythingWorks, fill, open } from '../at-rest-filled.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { folder } from '../support/service-command.ts';

/** As it can be written in a dump: a column of bytes as JSON, in hex, in either base64. */
function spellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    [...bytes].join(','),
  ];
}

const known = 'anna@known-address.example';

test('a stolen database tells nothing that opens anything elsewhere, in no spelling', async () => {
  const { data, target, start, database } = await open();
  const service = await start();
  await service.addVariable('to-be-seen', 'what is no secret is in it', false);
  const filled = await fill(service, target);
  const dump = await dumpOf(database(), data);
  const found = (secrets: readonly string[]) =>
    secrets.filter((secret) => spellings(secret).some((spelling) => dump.includes(spelling)));
  expect(filled.hidden.length).toBeGreaterThan(8);
  expect(found(filled.hidden)).toEqual([]);
  // Whether an address that they know is there: no hash that they can compute themselves is.
  const guesses = ['sha256', 'sha512', 'md5', 'sha1'].flatMap((kind) => [
    createHash(kind).update(known).digest('hex'),
    createHmac(kind, '').update(known).digest('hex'),
  ]);
  expect(found(guesses)).toEqual([]);
  const mailKey = await openMailKey(database(), service.secret);
  // The controls: what is no secret is found; the service's own hash of the address is the one that lies there; all of it works.
  expect(
    found(['what is no secret is in it', emailHash(mailKey, known) ?? 'no address']),
  ).toHaveLength(2);
  await everythingWorks(service, filled);
});

test('what is sealed opens with the service’s secret only, and only in its place', async () => {
  const { target, start, database } = await open();
  const service = await start();
  const filled = await fill(service, target);
  const { token, applicationId, sealed } = await database()
    .selectFrom('tokens')
    .selectAll()
    .where('applicationId', '=', ownApplicationId)
    .where('sealed', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(token).not.toBe(filled.token);
  const text = sealed ?? '';
  // The control.
  expect(openAt(service.secret, 'tokens', [applicationId], text)).toBe(filled.token);
  const other = openServiceSecret(join(folder(), 'another-secret'));
  const wrong = [
    () => openAt(other, 'tokens', [applicationId], text),
    () => openAt(service.secret, 'tokens', ['another'], text),
    () => openAt(service.secret, 'shop secrets', [applicationId], text),
  ];
  for (const open of wrong) expect(open).toThrow('cannot be read');
});
