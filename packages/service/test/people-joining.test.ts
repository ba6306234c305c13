// People of one application who join another one of the same owner id.
import { expect, test } from 'vitest';
import { readInvitation } from '../src/features/people/invitations.ts';
import { findPerson } from '../src/features/people/people.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openWithPeople, password } from './support/people.ts';

const refused = (reason: string) => ({ ok: false, reason });

test('a key of one application cannot take over a person of another application', async () => {
  const { ask, service, invite, accept, signIn, parts } = await openWithPeople();
  await accept(await invite('Mia'));
  const other = await addOtherApplication(service, { id: 'other', ownerid: 'testOwner1' });
  const askOther = (type: string, parameters: Readonly<Record<string, string>>) =>
    ask(type, { ...parameters, sellerkey: other.sellerkey });
  await askOther('addAccount', { role: 'Manager', user: 'mia', scopes: 'all' });
  const token = String((await askOther('inviteaccount', { user: 'mia' })).body['token']);
  expect(await readInvitation(parts, token)).toMatchObject({ needsPassword: true });
  expect(await accept(token, 'the password of an attacker')).toEqual(refused('wrong-password'));
  expect(await signIn('Mia')).toMatchObject({ ok: true });
  expect(await accept(token)).toMatchObject({ ok: true });
  const again = await askOther('inviteaccount', { user: 'mia' });
  expect(again).toMatchObject({ status: 400 });
  expect(again.message).toContain('other applications');
  expect(await askOther('deleteAccount', { user: 'mia' })).toMatchObject({ success: true });
  expect(await signIn('Mia')).toMatchObject({ ok: true });
  await ask('deleteAccount', { user: 'Mia' });
  expect(await findPerson(parts.db, 'testOwner1', 'Mia')).toBeUndefined();
});

test('a person joins another application with the password and a code of the second factor', async () => {
  const { ask, service, invite, accept, parts, ownerid, secondFactor, pass } =
    await openWithPeople();
  await accept(await invite('Mia'));
  const { id = '' } = (await findPerson(parts.db, ownerid, 'Mia')) ?? {};
  const { codeNow } = await secondFactor(id, 'Mia');
  const other = await addOtherApplication(service, { id: 'other', ownerid });
  const sellerkey = other.sellerkey;
  await ask('addAccount', { role: 'Manager', user: 'mia', scopes: 'read', sellerkey });
  const token = String((await ask('inviteaccount', { user: 'mia', sellerkey })).body['token']);
  expect(await accept(token)).toEqual(refused('code-needed'));
  expect(await accept(token, password, '000000')).toEqual(refused('bad-code'));
  // The code that turned the factor on is used up.
  pass(30);
  expect(await accept(token, password, codeNow())).toMatchObject({ ok: true });
});
