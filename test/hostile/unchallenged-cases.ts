// What is signed and out of time: clocks that are off, and answers of a service that takes no challenge.
import { timestampHeader } from '../../src/shared/wire/envelope.ts';
import { type Answer, askService } from './answers.ts';
import { type HostileCase, nowMs, type World } from './cases.ts';
import type { Caught } from './relay.ts';
import { told } from './told.ts';

/** A session of its own with the real service, in which the accomplice does what is asked for. */
export async function accomplice(
  { params, ask }: Caught,
  world: World,
  changes: object,
): Promise<Answer> {
  const init = await ask({
    ...{ type: 'init', ver: world.service.app.version, challenge: undefined, sessionid: undefined },
    ...{ username: undefined, pass: undefined, hwid: undefined, code: undefined, key: undefined },
  });
  const { sessionid } = JSON.parse(init.body.toString()) as { sessionid: string }; // of the service
  const { username, password: pass } = await world.service.addUser();
  const { name = '', ownerid = '', challenge } = params;
  const hwid = params['hwid'] ?? 'd'.repeat(64);
  const given = { name, ownerid, sessionid, challenge, username, pass, hwid, ...changes };
  return askService(world.service, 'GET', given);
}

/** The accomplice's own sign-in, as the service answers it to this very challenge. */
export const signInOf = (caught: Caught, world: World, changes: object = {}): Promise<Answer> =>
  accomplice(caught, world, { type: 'login', ...changes });

export const clocks: readonly HostileCase[] = (
  [
    ['ten minutes ago', -600_000, 'clock-skew'],
    ['in two minutes and a second', 121_000, 'clock-skew'],
    ['before the answer that came before it', -60_000, 'bad-signature'],
  ] as const
).map(([name, byMs, failure]) =>
  told(
    `without a challenge: signed ${name}`,
    async ({ honest }, { own }) => own.sign((await honest()).body, { atMs: nowMs + byMs }),
    { as: 'right', failure, service: { challenge: 'off' } },
  ),
);

export const withoutChallenge: readonly HostileCase[] = [
  ...clocks,
  told(
    'without a challenge: recorded long ago, with a new timestamp',
    async (caught, { own }) => {
      const answer = await caught.honest();
      const seconds = String(nowMs / 1000);
      const old = own.sign(answer.body, { atMs: nowMs - 600_000 });
      return {
        ...old,
        headers: old.headers.map(([name, value]) => [
          name,
          name === timestampHeader ? seconds : value,
        ]),
      };
    },
    { as: 'right', service: { challenge: 'off' } },
  ),
  told('without a challenge: the accomplice signs in', (caught, world) => signInOf(caught, world), {
    service: { challenge: 'off' },
    failure: 'bad-reply',
  }),
  told(
    'without a challenge: an unknown application, in signed plain text',
    (_caught, { own }) => own.sign('KeyAuth_Invalid'),
    { at: 'start', as: 'right', service: { challenge: 'off' }, failure: 'app-unknown' },
  ),
];
