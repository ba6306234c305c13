// Revoked time stays revoked, even if the service's clock goes back
// (docs/protocol.md#clock-changes).
import { describe, expect, test } from 'vitest';
import { day, open, start } from './ledger-parts.ts';

const hour = 3600;

type Opened = Awaited<ReturnType<typeof open>>;

/** A user with one key, an hour after the registration. */
async function openWithUser() {
  const opened = await open();
  // Some endings concern all users.
  await opened.service.removeNeighbour();
  const key = await opened.key(30);
  await opened.register('ann', key);
  opened.clock.now += hour;
  return { ...opened, only: key };
}

/** Each way to end the last time of a user, except deleting the subscription. */
const endings: Readonly<Record<string, (opened: Opened, key: string) => Promise<unknown>>> = {
  refund: ({ must }, key) => must('refund', { key }),
  ban: ({ must }, key) => must('ban', { key }),
  del: ({ must }, key) => must('del', { key }),
  subtract: ({ must }) =>
    must('subtract', { user: 'ann', sub: 'Pro', seconds: String(30 * day - hour) }),
  async 'refund while paused'({ must }, key) {
    await must('pausesub', { subscription: 'Pro' });
    await must('refund', { key });
    await must('unpausesub', { subscription: 'Pro' });
  },
  async 'refund while the application is paused'({ must }, key) {
    await must('pauseapp');
    await must('refund', { key });
    await must('unpauseapp');
  },
  async 'an export after a refund, and its import'({ must }, key) {
    await must('refund', { key });
    const [sub] = (await must('usergrants', { user: 'ann' }))['subs'] as {
      readonly expiry: string;
      readonly grants: readonly unknown[];
    }[]; // as its schema says
    const grants = JSON.stringify(sub?.grants);
    await must('setgrants', { user: 'ann', sub: 'Pro', expiry: sub?.expiry ?? '', grants });
  },
};

describe.each(Object.entries(endings))('%s', (_name, end) => {
  test('ends the access even after the clock goes back', async () => {
    const opened = await openWithUser();
    const { clock, ask, must, seen, grants, register, key, only } = opened;
    await register('ben', await key(30));
    await end(opened, only);
    expect(await seen('ann')).toBe('no-subscription');
    const before = await grants('ann');
    clock.now -= 2 * hour;
    expect(await seen('ann')).toBe('no-subscription');
    const why = (await ask('why', { user: 'ann' })).body;
    expect(why).toMatchObject({
      code: 'no-subscription',
      obstacles: [{ ended: [{ subscription: 'Pro', expiry: String(start + hour) }] }],
    });
    expect(await grants('ann')).toEqual(before);
    expect(await must('fetchallusers', { state: 'expired' })).toMatchObject({
      users: [{ username: 'ann' }],
    });
    expect(await seen('ben')).toMatchObject([30 + 2 / 24]);
  });

  test('lets a new key count from its redeeming', async () => {
    const opened = await openWithUser();
    const { clock, redeem, seen, key, only } = opened;
    await end(opened, only);
    clock.now -= 2 * hour;
    await redeem('ann', await key(5));
    expect(await seen('ann')).toEqual([5]);
  });
});

test('a lifted ban restores its time after the clock went back', async () => {
  const { clock, must, seen, only } = await openWithUser();
  await must('ban', { key: only });
  clock.now -= 2 * hour;
  await must('unban', { key: only });
  expect(await seen('ann')).toEqual([30 - 1 / 24]);
});

test('a refund while the clock was ahead still applies after the correction', async () => {
  const { clock, must, seen, only } = await openWithUser();
  clock.now += 365 * day;
  await must('refund', { key: only });
  clock.now -= 365 * day;
  expect(await seen('ann')).toBe('no-subscription');
});

test('a refund of an elapsed key leaves the time of other keys, whatever the clock says', async () => {
  const { clock, must, redeem, seen, key, only } = await openWithUser();
  await redeem('ann', await key(10));
  clock.now += 35 * day;
  await must('refund', { key: only });
  expect(await seen('ann')).toEqual([5 - 1 / 24]);
  clock.now += 6 * day;
  expect(await seen('ann')).toBe('no-subscription');
  clock.now -= 6 * day;
  expect(await seen('ann')).toEqual([5 - 1 / 24]);
});
