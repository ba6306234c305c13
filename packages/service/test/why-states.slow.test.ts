// `why` never contradicts the sign-in, in random states of a user, application and address.
// WHY_STATES=5000 runs more of them.
import { expect, test } from 'vitest';
import { reasonsOfWhy, type WhyCode } from '@latchkey/protocol/seller/why-answers.ts';
import { randomNumbersFrom, seed } from '../../../test/support/random-numbers.ts';
import { scopesOf, refusalBudgetOf } from '../src/secrets/budgets.ts';
import { openHistory, otherHwid } from './history-parts.ts';
import { applicationId, start } from './support/seller-keys.ts';
import { freshChallenge, hwid } from './support/service-client.ts';

const states = Number(process.env['WHY_STATES'] ?? 1000);
const day = 86_400;
const ip = '127.0.0.1';

test(
  `why agrees with ${states} random sign-ins (LATCHKEY_SEED=${seed})`,
  { timeout: 600_000 },
  async () => {
    const { ask, service, send, init, setNow } = await openHistory();
    await service.removeNeighbour();
    const { database: db } = service;
    const anna = await service.addUser({ username: 'anna', totp: true });
    const { id: userId, totpSecret } = await db
      .selectFrom('users')
      .select(['id', 'totpSecret'])
      .executeTakeFirstOrThrow();
    const { id: planId } = await db.selectFrom('plans').select('id').executeTakeFirstOrThrow();
    const random = randomNumbersFrom(seed);
    const maybe = (percent: number) => random(100) < percent;
    const seen = new Map<string, number>();

    /** Sets everything that a sign-in depends on. */
    async function shuffle(now: number) {
      await db
        .updateTable('applications')
        .set({
          hwidLock: maybe(70) ? 1 : 0,
          forceHwid: maybe(20) ? 1 : 0,
          resets: random(2),
          minHwid: maybe(10) ? 65 : 20,
          enabled: maybe(3) ? 0 : 1,
          paused: maybe(3) ? 1 : 0,
        })
        .execute();
      await db
        .updateTable('users')
        .set({
          bannedReason: maybe(20) ? 'x'.repeat(random(2)) : null,
          totpSecret: maybe(30) ? totpSecret : null,
          totpStep: 0,
        })
        .execute();
      for (const table of [
        ...(['devices', 'subscriptions', 'grants', 'throttles', 'codeFailures'] as const),
        ...([
          'knownAddresses',
          'blacklist',
          'whitelist',
          'computerRemovals',
          'offlinePasses',
        ] as const),
      ])
        await db.deleteFrom(table).execute();
      await db
        .updateTable('plans')
        .set({ computers: 1 + random(3) })
        .execute();
      for (const one of [hwid, otherHwid, 'f'.repeat(64)])
        if (maybe(35))
          await db.insertInto('devices').values({ userId, hwid: one, addedAt: now }).execute();
      for (const one of [otherHwid, 'c'.repeat(64)])
        if (maybe(20))
          await db
            .insertInto('offlinePasses')
            .values({ userId, hwid: one, sequence: 1, seatHeld: 1, endsAt: now + random(3) })
            .execute();
      if (maybe(75)) {
        const time = [{ expiresAt: now + day }, { expiresAt: now - day }, { expiresAt: now }][
          random(3)
        ];
        const paused = { expiresAt: null, remainingSeconds: random(2) * day };
        const more = { pausedWithApplication: maybe(30) ? 1 : 0 } as const;
        const row = { userId, planId, sinceAt: 1, remainingSeconds: null, ...time };
        await db
          .insertInto('subscriptions')
          .values(
            maybe(25)
              ? { ...row, ...paused, ...more }
              : { ...row, expiresAt: row.expiresAt ?? now },
          )
          .execute();
      } else if (maybe(50)) {
        const grant = { userId, planId, position: 1, source: 'seller', grantedAt: 1 } as const;
        const amounts = { given: 1, left: 0, revokedAt: null, revokedBy: null, licenseKey: null };
        await db
          .insertInto('grants')
          .values({ ...grant, ...amounts, actor: '' })
          .execute();
      }
      const listed = { applicationId, userId: null, createdAt: 1 };
      if (maybe(10))
        await db
          .insertInto('blacklist')
          .values({ ...listed, kind: 'ip', data: ip })
          .execute();
      if (maybe(10))
        await db
          .insertInto('blacklist')
          .values({ ...listed, kind: 'hwid', data: hwid })
          .execute();
      if (maybe(10))
        await db.insertInto('whitelist').values({ applicationId, ip, createdAt: 1 }).execute();
      if (maybe(30))
        await db
          .insertInto('knownAddresses')
          .values({ userId, address: ip, lastAt: now })
          .execute();
      const origin = { application: { id: applicationId }, ip };
      const scopes = scopesOf(origin, { name: 'anna' });
      const refused = refusalBudgetOf(origin, { name: 'anna' }).scope;
      for (const [scope, limit] of [
        ...([
          [scopes.address, 50],
          [scopes.accountAddress, 5],
        ] as const),
        ...([
          [scopes.account, 50],
          [refused, 10],
        ] as const),
      ]) {
        if (!maybe(12)) continue;
        const window = { count: limit - random(2), endsAt: now + random(3) * 300 - 1 };
        await db
          .insertInto('throttles')
          .values({ scope, ...window })
          .execute();
      }
      for (let at = 0; maybe(60) && at < 6; at += 1)
        await db
          .insertInto('codeFailures')
          .values({ id: `${at}`, userId, failedAt: now })
          .execute();
    }

    for (let state = 0; state < states; state += 1) {
      const now = start + state * 1000;
      setNow(now);
      const sessionid = await openSession();
      await shuffle(now);
      const code = maybe(50) ? service.totpCode(anna.totpSecret ?? '') : undefined;
      const computer = maybe(50) ? 'LAPTOP' : undefined;
      const device = maybe(85) ? hwid : undefined;
      const attempt = {
        type: 'login',
        sessionid,
        username: 'anna',
        pass: anna.password,
        ...(device !== undefined && { hwid: device }),
        ...(code !== undefined && { code }),
        ...(computer !== undefined && { computer }),
      };
      const logIn = async () => {
        // A code works once, so the second sign-in would need another one.
        await db.updateTable('users').set({ totpStep: 0 }).execute();
        const { body } = await send({ ...attempt, challenge: freshChallenge() });
        return typeof body['reason'] === 'string' ? body['reason'] : 'ok';
      };
      const expectAgreement = async (parameters: Record<string, string>, isSameKind: boolean) => {
        const { body } = await ask('why', { user: 'anna', ...parameters });
        const obstacles = body['obstacles'] as { code: WhyCode }[]; // as its schema says
        const reasons = obstacles.flatMap((one) => {
          const said = reasonsOfWhy[one.code];
          return (code === undefined ? said.withoutCode : said.withCode) ?? [];
        });
        const reason = await logIn();
        const about = JSON.stringify({ state, now, attempt, obstacles, reason });
        // With and without a name of the computer, programs meet the obstacles in another order.
        if (isSameKind || reasons.length === 0) expect(reasons[0] ?? 'ok', about).toBe(reason);
        else expect(reasons, about).toContain(reason);
        seen.set(reason, (seen.get(reason) ?? 0) + 1);
      };
      // `why` assumes the program of the newest attempt, or else one that sends a name.
      const assumesName = (await newestRow())?.computer !== '';
      if (device === undefined) await logIn();
      else await expectAgreement({ hwid, ip }, assumesName === (computer !== undefined));
      // Now the history knows computer and address, unless a budget refused the attempt.
      const newest = await newestRow();
      if (Number(newest?.writtenAtMs ?? 0) === now * 1000) await expectAgreement({}, true);
    }
    // Every reason occurred often enough.
    for (const code of Object.values(reasonsOfWhy).map(({ withoutCode }) => withoutCode))
      if (code !== 'bad-credentials')
        expect(seen.get(code) ?? 0, code).toBeGreaterThan(states / 250);
    expect(seen.get('ok')).toBeGreaterThan(states / 50);

    /** Opens a session while nothing refuses it. */
    async function openSession(): Promise<string> {
      await db.deleteFrom('sessions').execute();
      await db.deleteFrom('blacklist').execute();
      await db.updateTable('applications').set({ enabled: 1, paused: 0 }).execute();
      return init();
    }

    function newestRow() {
      return db
        .selectFrom('history')
        .select(['writtenAtMs', 'computer'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    }
  },
);
