// Signed answers while challenges are off: wrong times, old recordings, and answers to other users.
import { timestampHeader } from '@latchkey/protocol/envelope.ts';
import { type HostileCase, nowMs } from './cases.ts';
import { signInOf, lie } from './signed-lie.ts';

const clocks: readonly HostileCase[] = (
  [
    ['ten minutes ago', -600_000, 'clock-skew'],
    ['in two minutes and a second', 121_000, 'clock-skew'],
    ['before the previous answer', -60_000, 'bad-signature'],
  ] as const
).map(([name, byMs, failure]) =>
  lie(
    `without a challenge: signed ${name}`,
    async ({ honest }, { own }) => own.sign((await honest()).body, { atMs: nowMs + byMs }),
    { as: 'right', failure, service: { challenge: 'off' } },
  ),
);

export const withoutChallenge: readonly HostileCase[] = [
  ...clocks,
  lie(
    'without a challenge: an old recording with a new timestamp',
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
  lie('without a challenge: the accomplice signs in', (caught, world) => signInOf(caught, world), {
    service: { challenge: 'off' },
    failure: 'bad-reply',
  }),
  lie(
    'without a challenge: an unknown application, in signed plain text',
    (_caught, { own }) => own.sign('KeyAuth_Invalid'),
    { at: 'start', as: 'right', service: { challenge: 'off' }, failure: 'app-unknown' },
  ),
];
