// Makes a hostile case whose answer the service's key has signed: its content is the attack.
import { type Answer, askService } from './answers.ts';
import type { HostileCase, World } from './cases.ts';
import type { Caught } from './relay.ts';

type Make = (caught: Caught, world: World) => Answer | Promise<Answer>;

const sends =
  (make: Make): NonNullable<HostileCase['deed']> =>
  async (caught, world) =>
    caught.send(await make(caught, world));

/** A case at sign-in with a wrong password, unless `more` changes it. */
export const lie = (name: string, make: Make, more: Partial<HostileCase> = {}): HostileCase => ({
  name,
  at: 'sign-in',
  as: 'wrong-password',
  deed: sends(make),
  failure: 'bad-signature',
  ...more,
});

/** Opens a session for an accomplice, and sends a request in it with the caught challenge. */
export async function accomplice(
  { params, ask }: Caught,
  world: World,
  changes: object,
): Promise<Answer> {
  const init = await ask({
    type: 'init',
    ver: world.service.app.version,
    challenge: undefined,
    sessionid: undefined,
    username: undefined,
    pass: undefined,
    hwid: undefined,
    code: undefined,
    key: undefined,
  });
  const { sessionid } = JSON.parse(init.body.toString()) as { sessionid: string }; // from `init`
  const { username, password: pass } = await world.service.addUser();
  const { name = '', ownerid = '', challenge } = params;
  const hwid = params['hwid'] ?? 'd'.repeat(64);
  const given = { name, ownerid, sessionid, challenge, username, pass, hwid, ...changes };
  return askService(world.service, 'GET', given);
}

/** Returns the service's answer to the accomplice's sign-in with the caught challenge. */
export const signInOf = (caught: Caught, world: World, changes: object = {}): Promise<Answer> =>
  accomplice(caught, world, { type: 'login', ...changes });
