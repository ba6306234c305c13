// The list of accounts says how far each one is: invited, joined, with a seller key, or banned.
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { expect, test } from 'vitest';
import { openWithPeople } from './support/people.ts';

test('the list of accounts shows invitations, joined people, seller keys and bans', async () => {
  const { ask, invite, accept, parts, pass } = await openWithPeople();
  await ask('addAccount', { role: 'Reseller', user: 'Berta' });
  await ask('addAccount', { role: 'Reseller', user: 'Kurt' });
  await ask('newaccountkey', { user: 'Kurt' });
  await invite('Lea');
  await accept(await invite('Mia'));
  await accept(await invite('Nora'));
  await ask('inviteaccount', { user: 'Nora' });
  await ask('addAccount', { role: 'Manager', user: 'Olaf' });
  await ask('banaccount', { user: 'Olaf', reason: 'Left the team' });
  const facts = async () => {
    const accounts = (await ask('fetchallaccounts')).body['accounts'] as Record<string, unknown>[]; // as its schema says
    return accounts.map(({ username, state, banreason, invited, joined, haskey }) => [
      ...[username, state, banreason, invited, joined, haskey],
    ]);
  };
  const until = String(toUnixSeconds(parts.nowMs()) + 86_400);
  expect(await facts()).toEqual([
    ['Berta', 'disabled', '', '0', false, false],
    ['Kurt', 'on', '', '0', false, true],
    ['Lea', 'disabled', '', until, false, false],
    ['Mia', 'on', '', '0', true, false],
    ['Nora', 'on', '', until, true, false],
    ['Olaf', 'banned', 'Left the team', '0', false, false],
  ]);
  pass(86_400);
  await ask('endaccountkey', { user: 'Kurt' });
  const later = await facts();
  expect(later[1]).toEqual(['Kurt', 'disabled', '', '0', false, false]);
  expect(later[2]).toEqual(['Lea', 'disabled', '', '0', false, false]);
});
