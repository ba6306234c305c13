// Attack: someone with a copy of the database, but without the service's secret, looks for usable
// secrets and mail addresses.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMailKey } from '../../src/host/identity.ts';
import { openAt } from '../../src/secrets/at-rest.ts';
import { emailHash } from '../../src/features/users/emails.ts';
import { openServiceSecret } from '../../src/secrets/service-secret.ts';
import {
  dumpOf,
  everythingWorks,
  fill,
  fillRecoveryCodes,
  open,
  signsIn,
} from '../at-rest-filled.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { temporaryFolder } from '../support/service-command.ts';

/** Forms of a text in a dump: plain, in hex, in either base64, or its bytes as JSON. */
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

test('a stolen database reveals no usable secret, in any form', async () => {
  const { data, target, start, database } = await open();
  const service = await start();
  await service.addVariable('to-be-seen', 'what is no secret is in it', false);
  const filled = await fill(service, target);
  const codes = await fillRecoveryCodes(service, filled);
  const dump = await dumpOf(database(), data);
  const found = (secrets: readonly string[]) =>
    secrets.filter((secret) => spellings(secret).some((spelling) => dump.includes(spelling)));
  expect(filled.hidden.length).toBeGreaterThan(8);
  expect(found([...filled.hidden, ...codes])).toEqual([]);
  // A known address cannot be tested: no hash that the attacker can compute is stored.
  const guesses = ['sha256', 'sha512', 'md5', 'sha1'].flatMap((kind) => [
    createHash(kind).update(known).digest('hex'),
    createHmac(kind, '').update(known).digest('hex'),
  ]);
  expect(found(guesses)).toEqual([]);
  const mailKey = await openMailKey(database(), service.secret);
  // Controls: other texts are found, the service's own hash of the address is stored, all works.
  expect(
    found(['what is no secret is in it', emailHash(mailKey, known) ?? 'no address']),
  ).toHaveLength(2);
  await everythingWorks(service, filled);
  expect(await signsIn(service, filled, codes.at(-1) ?? '')).toBe(true);
});

test("sealed texts open only with the service's secret, and only in their own row", async () => {
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
  expect(openAt(service.secret, 'tokens', [applicationId], text)).toBe(filled.token);
  const other = openServiceSecret(join(temporaryFolder(), 'another-secret'));
  const wrong = [
    () => openAt(other, 'tokens', [applicationId], text),
    () => openAt(service.secret, 'tokens', ['another'], text),
    () => openAt(service.secret, 'shop secrets', [applicationId], text),
  ];
  for (const open of wrong) expect(open).toThrow('cannot be read');
});
