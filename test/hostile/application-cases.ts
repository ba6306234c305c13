// A relay replaces the application's name: a cheap application of the same owner, on the same
// service and with the same signing key, grants the request that the expensive one would refuse.
import {
  addOtherApplication,
  type OtherApplication,
} from '../../packages/service/test/support/another-application.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { type Answer, askService, type Params } from './answers.ts';
import type { HostileCase, World } from './cases.ts';
import type { Caught } from './relay.ts';

/** One application for all cases of a service, with the owner of the test's application. */
const cheapOnes = new WeakMap<TestService, Promise<OtherApplication>>();

function cheapOf(service: TestService): Promise<OtherApplication> {
  const { ownerid } = service.app;
  const cheap = cheapOnes.get(service) ?? addOtherApplication(service, { id: 'cheap', ownerid });
  cheapOnes.set(service, cheap);
  return cheap;
}

async function cheapKey(service: TestService): Promise<string> {
  const { sellerkey } = await cheapOf(service);
  const query = new URLSearchParams({ type: 'add', sellerkey, expiry: '30' });
  const response = await fetch(`${service.url}/api/seller/?${query.toString()}`);
  return ((await response.json()) as { key: string }).key; // the answer to `add`
}

/** Registers the same user and password in the cheap application, and returns its answer. */
async function fromCheap(caught: Caught, { service }: World, changes: Params): Promise<Answer> {
  const cheap = await cheapOf(service);
  const { ownerid = '', username = '', pass = 'any', challenge = '' } = caught.params;
  const ask = (params: Params) =>
    askService(service, caught.method, { ...params, name: cheap.name, ownerid });
  const opened = await ask({ type: 'init', ver: service.app.version });
  const { sessionid } = JSON.parse(opened.body.toString()) as { sessionid: string }; // from `init`
  const hwid = caught.params['hwid'] ?? 'd'.repeat(64);
  const user = { sessionid, username, pass, hwid };
  if (username !== '') await ask({ type: 'register', ...user, key: await cheapKey(service) });
  return ask({ ...caught.params, ...user, challenge, ...changes });
}

const swapped = (
  given: Pick<HostileCase, 'at' | 'as'>,
  more: Partial<HostileCase> = {},
): HostileCase => ({
  name: 'an answer of a cheap application of the same owner',
  ...given,
  deed: async (caught, world) => {
    const isRedeem = caught.params['type'] === 'upgrade';
    const changes = isRedeem ? { key: await cheapKey(world.service) } : {};
    const answer = await fromCheap(caught, world, changes);
    caught.send(answer);
  },
  failure: 'bad-signature',
  ...more,
});

/** A signed answer with a changed application name: the loader accepts only the exact name. */
const named = (what: string, change: (name: string) => unknown): HostileCase => ({
  name: `the application's name ${what}`,
  at: 'sign-in',
  as: 'right',
  failure: 'bad-signature',
  deed: async (caught, { own }) => {
    const answer = await caught.honest();
    caught.send(own.edit(answer, { name: change(caught.params['name'] ?? '') }));
  },
});

export const applicationCases: readonly HostileCase[] = [
  swapped({ at: 'start', as: 'right' }),
  swapped({ at: 'sign-in', as: 'wrong-password' }),
  swapped({ at: 'code', as: 'two-factor' }),
  swapped({ at: 'redeem', as: 'right' }),
  swapped({ at: 'launch', as: 'right' }),
  named('missing', () => undefined),
  named('null', () => null),
  named('in a list', (name) => [name]),
  named('in capitals', (name) => name.toUpperCase()),
  named('with a space behind it', (name) => `${name} `),
  named('with more behind it', (name) => `${name}\u0000`),
];
