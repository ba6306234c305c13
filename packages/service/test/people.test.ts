// People who work for a seller: invitations, sign-in, second factor and sessions.
import { expect, test } from 'vitest';
import { readInvitation, resetPerson } from '../src/features/people/invitations.ts';
import { findPerson } from '../src/features/people/people.ts';
import {
  endPersonSession,
  listPersonSessions,
  resumePersonSession,
  signOut,
} from '../src/features/people/person-sessions.ts';
import {
  confirmSecondFactor,
  endSecondFactor,
  offerSecondFactor,
} from '../src/features/people/second-factor.ts';
import { from, openWithPeople, password } from './support/people.ts';

const refused = (reason: string) => ({ ok: false, reason });

test('an account gives no access until its invitation is accepted', async () => {
  const { ask, invite, accept, signIn, service } = await openWithPeople();
  await ask('addAccount', { role: 'Manager', user: 'Berta', pass: password });
  const token = await invite('Mia', { pass: password });
  for (const name of ['Mia', 'Berta', 'Nobody'])
    expect(await signIn(name)).toEqual(refused('wrong-password'));
  expect(await accept(token, 'short')).toEqual(refused('password-short'));
  expect(await accept(token)).toMatchObject({ ok: true, person: { name: 'Mia', isOwner: 0 } });
  expect(await signIn('mIA')).toMatchObject({ ok: true });
  expect(await signIn('Mia', { pass: `${password}.` })).toEqual(refused('wrong-password'));
  expect(await signIn('Berta')).toEqual(refused('wrong-password'));
  const people = await service.database.selectFrom('people').selectAll().execute();
  expect(JSON.stringify(people)).not.toContain(password);
  const states = (await ask('fetchallaccounts')).body['accounts'] as Record<string, string>[]; // as its schema says
  expect(states.map(({ username, state }) => `${username} ${state}`)).toEqual([
    'Berta disabled',
    'Mia on',
  ]);
});

test('an invitation works once, for 24 hours, and only the newest one works', async () => {
  const { ask, invite, accept, parts, pass } = await openWithPeople();
  const first = await invite('Mia');
  const second = String((await ask('inviteaccount', { user: 'Mia' })).body['token']);
  expect(await accept(first)).toEqual(refused('invitation-over'));
  expect(await readInvitation(parts, second)).toMatchObject({ name: 'Mia', needsPassword: false });
  const results = await Promise.all([1, 2, 3].map(() => accept(second)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const late = await invite('Lea');
  const bystander = await invite('Berta');
  await ask('banaccount', { user: 'Berta' });
  expect(await accept(bystander)).toEqual(refused('invitation-over'));
  pass(24 * 3600);
  expect(await accept(late)).toEqual(refused('invitation-over'));
  expect(await readInvitation(parts, late)).toBeNull();
});

test('a sign-in needs a code once the second factor is on, and accepts each code once', async () => {
  const { invite, accept, signIn, secondFactor, parts, pass } = await openWithPeople();
  await accept(await invite('Mia'));
  await accept(await invite('Berta'));
  const person = await findPerson(parts.db, 'testOwner1', 'Mia');
  const id = person?.id ?? '';
  const { codes, codeNow } = await secondFactor(id, 'Mia');
  expect(await offerSecondFactor(parts, { id, name: 'Mia', ownerid: 'x' })).toBeNull();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}$/);
  expect(await signIn('Mia')).toEqual(refused('code-needed'));
  expect(await signIn('Berta')).toMatchObject({ ok: true });
  expect(await signIn('Mia', { code: codeNow() })).toEqual(refused('bad-code'));
  pass(30);
  expect(await signIn('Mia', { code: codeNow() })).toMatchObject({ ok: true });
  expect(await signIn('Mia', { code: codeNow() })).toEqual(refused('bad-code'));
  expect(await signIn('Mia', { code: codes[0] ?? '' })).toMatchObject({ ok: true });
  expect(await signIn('Mia', { code: codes[0] ?? '' })).toEqual(refused('bad-code'));
  const typed = (codes[1] ?? '').toUpperCase().replace('-', ' ');
  expect(await signIn('Mia', { code: typed })).toMatchObject({ ok: true });
  const rows = await parts.db.selectFrom('recoveryCodes').selectAll().execute();
  expect(rows).toHaveLength(8);
  expect(await endSecondFactor(parts, id, codes[2] ?? '', from.ip)).toEqual({ ok: true });
  expect(await signIn('Mia')).toMatchObject({ ok: true });
});

test('an offer of a second factor expires, and a wrong code does not confirm it', async () => {
  const { invite, accept, parts, pass, service, signIn } = await openWithPeople();
  await accept(await invite('Mia'));
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const offered = await offerSecondFactor(parts, { id, name: 'Mia', ownerid: 'testOwner1' });
  expect(offered?.url).toContain('otpauth://totp/Mia%20(testOwner1)?secret=');
  expect(await confirmSecondFactor(parts, id, '000000', from.ip)).toEqual(refused('bad-code'));
  expect(await signIn('Mia')).toMatchObject({ ok: true });
  pass(300);
  const code = service.totpCode(offered?.secret ?? '');
  expect(await confirmSecondFactor(parts, id, code, from.ip)).toEqual(refused('expired'));
});

test('wrong passwords and codes have budgets, and a known address keeps its own', async () => {
  const { invite, accept, signIn, secondFactor, parts, pass } = await openWithPeople();
  await accept(await invite('Mia'));
  await accept(await invite('Berta'));
  expect(await signIn('Mia')).toMatchObject({ ok: true });
  for (let tries = 0; tries < 5; tries += 1)
    expect(await signIn('Mia', { pass: 'wrong', ip: '203.0.113.9' })).toEqual(
      refused('wrong-password'),
    );
  const limited = await signIn('Mia', { ip: '203.0.113.9' });
  expect(limited).toEqual({ ...refused('rate-limited'), retryAfter: 15 * 60 });
  // Fifty wrong passwords from ten addresses lock out strangers, but not the known address.
  for (let network = 10; network < 19; network += 1)
    for (let tries = 0; tries < 5; tries += 1)
      await signIn('Mia', { pass: 'wrong', ip: `203.0.113.${network}` });
  expect(await signIn('Mia', { ip: '203.0.113.99' })).toMatchObject(refused('rate-limited'));
  expect(await signIn('Mia')).toMatchObject({ ok: true });
  expect(await signIn('Berta', { ip: '203.0.113.99' })).toMatchObject({ ok: true });
  const id = (await findPerson(parts.db, 'testOwner1', 'Berta'))?.id ?? '';
  const { codeNow } = await secondFactor(id, 'Berta');
  for (let tries = 0; tries < 20; tries += 1)
    expect(await signIn('Berta', { code: '000000', ip: `198.51.100.${tries}` })).toEqual(
      refused('bad-code'),
    );
  pass(30);
  const spent = await signIn('Berta', { code: codeNow(), ip: '198.51.100.77' });
  expect(spent).toMatchObject(refused('rate-limited'));
});

test('a correct password returns its slots, even without a code', async () => {
  const { invite, accept, signIn, secondFactor, parts } = await openWithPeople();
  await accept(await invite('Mia'));
  for (let tries = 0; tries < 8; tries += 1)
    expect(await signIn('Mia')).toMatchObject({ ok: true });
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  await secondFactor(id, 'Mia');
  for (let tries = 0; tries < 8; tries += 1)
    expect(await signIn('Mia')).toEqual(refused('code-needed'));
});

test('a session ends after 30 idle minutes, after 12 hours, and when it is ended', async () => {
  const { invite, accept, sessionOf, parts, pass } = await openWithPeople();
  await accept(await invite('Mia'));
  await accept(await invite('Berta'));
  const runs = async (id: string) => (await resumePersonSession(parts, id))?.name;
  const [first, second, berta] = [
    await sessionOf('Mia'),
    await sessionOf('Mia'),
    await sessionOf('Berta'),
  ];
  expect(first).not.toBe(second);
  const personId = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const sessions = await listPersonSessions(parts, personId, first);
  expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
  expect(sessions[0]).toMatchObject({ ip: from.ip, agent: from.agent });
  const bertas = await listPersonSessions(parts, personId, berta);
  const other = sessions.find(({ isCurrent }) => !isCurrent)?.handle ?? '';
  expect(await endPersonSession(parts, personId, other)).toBe(true);
  expect(await endPersonSession(parts, personId, other)).toBe(false);
  expect(bertas.every(({ isCurrent }) => !isCurrent)).toBe(true);
  expect([await runs(first), await runs(second), await runs(berta)]).toEqual([
    'Mia',
    undefined,
    'Berta',
  ]);
  for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
    expect(await runs(first)).toBe('Mia');
    pass(29 * 60);
  }
  expect(await runs(berta)).toBeUndefined();
  pass(29 * 60);
  expect(await runs(first)).toBeUndefined();
  const idle = await sessionOf('Mia');
  pass(30 * 60);
  expect(await runs(idle)).toBeUndefined();
  const left = await sessionOf('Mia');
  await signOut(parts, left);
  expect(await runs(left)).toBeUndefined();
  expect(await runs('made up')).toBeUndefined();
});

test('a new invitation of the same account resets password, second factor and sessions', async () => {
  const { ask, invite, accept, signIn, secondFactor, sessionOf, parts } = await openWithPeople();
  await accept(await invite('Mia'));
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const session = await sessionOf('Mia');
  await secondFactor(id, 'Mia');
  const token = String((await ask('inviteaccount', { user: 'Mia' })).body['token']);
  expect(await resumePersonSession(parts, session)).toMatchObject({ name: 'Mia' });
  expect(await accept(token, 'another password')).toMatchObject({ ok: true });
  expect(await resumePersonSession(parts, session)).toBeUndefined();
  expect(await signIn('Mia')).toEqual(refused('wrong-password'));
  expect(await signIn('Mia', { pass: 'another password' })).toMatchObject({ ok: true });
});

test('the audit log records what people change about their sign-in, under their names', async () => {
  const { invite, accept, signIn, secondFactor, parts, audit } = await openWithPeople();
  await accept(await invite('Mia'));
  await signIn('Mia');
  await signIn('Mia', { pass: 'wrong' });
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const { codes } = await secondFactor(id, 'Mia');
  await endSecondFactor(parts, id, codes[0] ?? '', from.ip);
  const lines = await audit();
  expect(lines.filter((line) => line.startsWith('account ')).sort()).toEqual([
    'account Mia acceptinvitation chose a password',
    'account Mia secondfactor on=0',
    'account Mia secondfactor on=1',
    'account Mia signin',
  ]);
  for (const code of codes) expect(lines.join('\n')).not.toContain(code);
});

test('a reset during a sign-in leaves no session of the old password', async () => {
  const { invite, accept, parts, signIn } = await openWithPeople();
  await accept(await invite('Mia'));
  const id = (await findPerson(parts.db, 'testOwner1', 'Mia'))?.id ?? '';
  const { verify } = parts.passwordQueue.of('x');
  Object.assign(parts, {
    passwordQueue: {
      of: () => ({
        async verify(...given: Parameters<typeof verify>) {
          const isRight = await verify(...given);
          await resetPerson(parts.db, id, null, 1);
          return isRight;
        },
      }),
    },
  });
  expect(await signIn('Mia')).toEqual(refused('wrong-password'));
  expect(await parts.db.selectFrom('personSessions').selectAll().execute()).toEqual([]);
});
