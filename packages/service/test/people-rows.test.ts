// Stored rows of people: expired ones are deleted, and a new service secret keeps second factors.
import { expect, test, vi } from 'vitest';
import { steadyForMs } from '../src/clock.ts';
import { findPerson } from '../src/features/people/people.ts';
import { signInPerson } from '../src/features/people/sign-in.ts';
import { changeSecret } from '../src/host/secret-change.ts';
import { openServiceSecret } from '../src/secrets/service-secret.ts';
import { join } from 'node:path';
import { openSweep, startSeconds } from './support/expiry-sweep.ts';
import { from, openWithPeople, password } from './support/people.ts';
import { temporaryFolder } from './support/service-command.ts';

test('the expiry sweep deletes expired invitations, and sessions that are 30 days old', async () => {
  const { db, begin, pass, errors } = await openSweep();
  const person = { id: 'mia', ownerid: 'testOwner1', name: 'Mia', nameFold: 'mia', isOwner: 1 };
  const none = { passwordHash: null, totpSecret: null, totpPendingSecret: null };
  await db
    .insertInto('people')
    .values({ ...person, isOwner: 1, ...none, totpPendingAt: null, createdAt: 1 })
    .execute();
  const invitation = { accountId: null, personId: 'mia' };
  for (const [tokenHash, expiresAt] of [
    ['over', startSeconds - 1],
    ['kept', startSeconds + 3600],
  ] as const)
    await db
      .insertInto('invitations')
      .values({ ...invitation, tokenHash, expiresAt })
      .execute();
  const session = { personId: 'mia', ip: '', agent: '', endedAt: null };
  for (const [idHash, createdAt] of [
    ['old', startSeconds - 30 * 86_400],
    ['new', startSeconds - 29 * 86_400],
  ] as const)
    await db
      .insertInto('personSessions')
      .values({ ...session, idHash, createdAt, lastSeenAt: createdAt })
      .execute();
  const end = begin();
  await pass(steadyForMs);
  const left = async () => [
    ...(await db.selectFrom('invitations').select('tokenHash as name').execute()),
    ...(await db.selectFrom('personSessions').select('idHash as name').execute()),
  ];
  await vi.waitFor(
    async () => expect(await left()).toEqual([{ name: 'kept' }, { name: 'new' }]),
    15_000,
  );
  await end();
  expect(errors).toEqual([]);
});

test('a new service secret keeps second factors and ends recovery codes', async () => {
  const { invite, accept, secondFactor, parts, pass, ownerid } = await openWithPeople();
  await accept(await invite('Mia'));
  const id = (await findPerson(parts.db, ownerid, 'Mia'))?.id ?? '';
  const { codes, codeNow } = await secondFactor(id, 'Mia');
  const secret = openServiceSecret(join(temporaryFolder(), 'another-secret'));
  expect(await changeSecret(parts.db, parts.secret, secret)).toMatchObject({ secondFactors: 0 });
  const signIn = (code: string) =>
    signInPerson({ ...parts, secret }, { ownerid, name: 'Mia', password, code }, from);
  expect(await signIn(codes[0] ?? '')).toEqual({ ok: false, reason: 'bad-code' });
  pass(30);
  expect(await signIn(codeNow())).toMatchObject({ ok: true });
  const lost = openServiceSecret(join(temporaryFolder(), 'third-secret'));
  expect(await changeSecret(parts.db, null, lost)).toMatchObject({ secondFactors: 1 });
  pass(30);
  const after = signInPerson(
    { ...parts, secret: lost },
    { ownerid, name: 'Mia', password, code: codeNow() },
    from,
  );
  expect(await after).toEqual({ ok: false, reason: 'bad-code' });
});
