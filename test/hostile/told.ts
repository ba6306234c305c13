// A case whose answer is signed as the service signs: what is told is the attack.
import { type Answer } from './answers.ts';
import { type HostileCase, type World } from './cases.ts';
import type { Caught } from './relay.ts';

export type Make = (caught: Caught, world: World) => Answer | Promise<Answer>;

export const sends =
  (make: Make): NonNullable<HostileCase['deed']> =>
  async (caught, world) =>
    caught.send(await make(caught, world));

/** At the sign-in with a wrong password, unless `more` says otherwise. */
export const told = (name: string, make: Make, more: Partial<HostileCase> = {}): HostileCase => ({
  ...{ name, at: 'sign-in', as: 'wrong-password', deed: sends(make), failure: 'bad-signature' },
  ...more,
});
