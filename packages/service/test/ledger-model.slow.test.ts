// Random sequences of all changes to what users own, compared with a model after every step.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';
import {
  day,
  type Model,
  type Name,
  names,
  passTime,
  pauseOrResume,
  remainingOf,
  settlePause,
  start,
  timeChangesOf,
} from './support/ledger-model.ts';
import { otherApplication, step, type Step } from './ledger-model-parts.ts';

async function open() {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000 });
  const ask = sellerOf(wire.service);
  for (const name of names)
    await wire.service.addUser({
      username: name,
      password: `pass of ${name}`,
      subscription: 'none',
    });
  const other = await otherApplication(wire.service);
  return { ...wire, clock, ask, other };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Takes one step in the service and in the model; both must accept or refuse it. */
async function take(opened: Opened, model: Model, one: Step): Promise<void> {
  const { ask, clock, service } = opened;
  const said = async (type: string, parameters: Record<string, string>, wanted: boolean) => {
    const answer = await ask(type, parameters);
    expect({ type, success: answer.success }).toEqual({ type, success: wanted });
    return answer.body;
  };
  const grant = (name: Name, key: string | null, left: number) => {
    model.users[name].grants.push({ key, left, revoked: null });
    settlePause(model, model.users[name]);
  };
  switch (one.what) {
    case 'pass':
      clock.now += one.seconds;
      passTime(model, one.seconds);
      return;
    case 'redeem': {
      const key = await service.addLicense({ days: one.days });
      if (model.appIsPaused) await said('assignkey', { user: one.who, key }, true);
      else await redeem(opened, one.who, key);
      model.keys.push({ key, user: one.who, state: 'used' });
      grant(one.who, key, one.days * day);
      return;
    }
    case 'extend':
      await said('extend', { user: one.who, sub: 'Pro', expiry: String(one.days) }, true);
      grant(one.who, null, one.days * day);
      return;
    case 'extend all':
      await said('extend', { user: 'all', sub: 'Pro', expiry: String(one.days) }, true);
      for (const name of names) grant(name, null, one.days * day);
      return;
    case 'subtract': {
      const user = model.users[one.who];
      const all = Math.min(one.seconds, remainingOf(user));
      const request = { user: one.who, sub: 'Pro', seconds: String(one.seconds) };
      await said('subtract', request, all > 0);
      let rest = all;
      for (const newest of user.grants.toReversed()) {
        const taken = newest.revoked === null ? Math.min(rest, newest.left) : 0;
        newest.left -= taken;
        rest -= taken;
      }
      if (all > 0) user.grants.push({ key: null, left: 0, revoked: null });
      return;
    }
    case 'pauseuser':
    case 'unpauseuser':
      await said(one.what, { username: one.who }, true);
      pauseOrResume(model, one.what === 'pauseuser', [one.who]);
      return;
    case 'pausesub':
    case 'unpausesub':
      await said(one.what, { subscription: 'Pro' }, true);
      pauseOrResume(model, one.what === 'pausesub', names);
      return;
    case 'pauseapp':
      await said('pauseapp', {}, !model.appIsPaused);
      model.appIsPaused = true;
      for (const name of names) settlePause(model, model.users[name]);
      return;
    case 'unpauseapp':
      await said('unpauseapp', {}, model.appIsPaused);
      model.appIsPaused = false;
      for (const user of Object.values(model.users))
        if (user.paused === 'with the application') user.paused = 'no';
      return;
    case 'ban':
    case 'refund':
    case 'unban': {
      const known = model.keys[one.which % Math.max(1, model.keys.length)];
      if (known === undefined) return;
      const grants = model.users[known.user].grants.filter(({ key }) => key === known.key);
      if (one.what === 'unban') {
        const back = grants.filter(({ revoked }) => revoked === 'ban' || revoked === 'refund');
        const body = await said('unban', { key: known.key }, known.state === 'banned');
        if (known.state === 'used') return;
        known.state = 'used';
        expect(body['givenBack']).toEqual(timeChangesOf(known.user, back));
        for (const one of back) one.revoked = null;
        settlePause(model, model.users[known.user]);
        return;
      }
      const counting = grants.filter(({ revoked }) => revoked === null);
      const body = await said(one.what, { key: known.key }, true);
      expect(body['takenBack']).toEqual(timeChangesOf(known.user, counting));
      for (const taken of counting) taken.revoked = one.what;
      known.state = 'banned';
      return;
    }
    case 'delsub': {
      const user = model.users[one.who];
      const { body } = await ask('delsub', { user: one.who, sub: 'Pro' });
      if (body['success'] !== true) return;
      for (const taken of user.grants)
        if (taken.revoked === null && taken.left > 0) taken.revoked = 'seller';
      user.paused = 'no';
      return;
    }
    case 'resetuser':
      await said('resetuser', { user: one.who }, true);
      return;
  }
}

async function redeem({ send, init }: Opened, username: string, key: string): Promise<void> {
  const { body } = await send({ type: 'upgrade', sessionid: await init(), username, key });
  expect(body).toMatchObject({ success: true });
}

async function compareLedger({ ask }: Opened, model: Model): Promise<void> {
  for (const name of names) {
    const user = model.users[name];
    const subs = (await ask('usergrants', { user: name })).body['subs'] as {
      timeleft: number;
      grants: { source: string; key: string | null; left: number; revokedby: string | null }[];
    }[]; // as its schema says
    const [sub] = subs;
    expect(
      sub?.grants.map(({ key, left, revokedby: revoked }) => ({ key, left, revoked })) ?? [],
    ).toEqual(user.grants);
    expect(sub?.timeleft ?? 0).toBe(remainingOf(user));
  }
}

async function compareSignIns({ send, init }: Opened, model: Model): Promise<void> {
  if (model.appIsPaused) return;
  for (const name of names) {
    const user = model.users[name];
    const sessionid = await init();
    const login = { type: 'login', sessionid, username: name, pass: `pass of ${name}`, hwid };
    const { body } = await send(login);
    const runs = user.paused === 'no' && remainingOf(user) > 0;
    const lapsed =
      user.paused !== 'no' && remainingOf(user) > 0 ? 'subscription-paused' : 'no-subscription';
    if (runs)
      expect(body['info']).toMatchObject({ subscriptions: [{ timeleft: remainingOf(user) }] });
    else expect(body['reason']).toBe(lapsed);
  }
}

async function beginAnew({ ask, clock }: Opened): Promise<void> {
  // The budgets of refused sign-ins expire.
  clock.now += 2 * day;
  await ask('unpauseapp');
  for (const user of names) await ask('setgrants', { user, sub: 'Pro', grants: '[]' });
}

test(
  'the ledger accounts for every second in any sequence of changes',
  { timeout: 180_000 },
  async () => {
    const opened = await open();
    await opened.service.removeNeighbour();
    const before = await opened.other();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        await beginAnew(opened);
        const none = () => ({ grants: [], paused: 'no' as const });
        const model: Model = { users: { ann: none(), ben: none() }, appIsPaused: false, keys: [] };
        for (const step of steps) {
          await take(opened, model, step);
          await compareLedger(opened, model);
        }
        await compareSignIns(opened, model);
      }),
      { numRuns: 15 },
    );
    expect(
      (await opened.other()).map(([sub]) => [sub?.since, sub?.grants.map(({ given }) => given)]),
    ).toEqual(before.map(([sub]) => [sub?.since, [1000 * day]]));
  },
);
