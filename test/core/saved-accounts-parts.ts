// A loader over fakes with several kept sign-ins, and what of them is on each side.
import type { SavedSignIn } from '../../src/main/core/ports.ts';
import { accountInfo } from '../support/fake-http.ts';
import { byPassword, savedAs } from '../support/fake-vault.ts';
import { anna, createHarness, type Harness } from './harness.ts';

export const key = 'NWND-7K2M-QX4T-91KD';
export const three = () => ({
  anna: savedAs(byPassword('anna', anna.password)),
  bob: savedAs(byPassword('bob', 'battery staple')),
  key: savedAs({ kind: 'key', key }, false),
});

/** Commands that end the session and sign in again: from `ready` to `ready`, with another name. */
export const newSessions: readonly (readonly [string, (harness: Harness) => Promise<unknown>])[] = [
  [
    'a change of the user name',
    async ({ handlers }) => handlers.changeUsername({ newUsername: 'anne' }),
  ],
  [
    'a switch to another saved account',
    async ({ handlers, session }) => {
      const bob = session().savedSignIns.find(({ name }) => name === 'bob');
      return handlers.signInWithSaved({ id: bob?.id ?? '' });
    },
  ],
];

/** Lets the service change names and accept every sign-in, under its name. */
export function acceptEveryName({ http }: Pick<Harness, 'http'>): void {
  http.on('changeUsername', { success: true, message: 'ok' });
  http.on('login', ({ params }) => ({
    success: true,
    info: accountInfo(params['username'] ?? ''),
  }));
}

/** Started with these kept, the one that was used last first. */
export async function startWith(...saved: readonly SavedSignIn[]): Promise<Harness> {
  const harness = createHarness({ saved });
  await harness.loader.start();
  return harness;
}

export const names = ({ vault }: Harness) =>
  vault.list.map(({ method }) => (method.kind === 'key' ? method.key : method.username));
export const shown = ({ session }: Harness) => session().savedSignIns.map(({ name }) => name);
export const logins = ({ http }: Harness) =>
  http.sent
    .filter(({ params }) => params['type'] === 'login' || params['type'] === 'license')
    .map(({ params }) => params['username'] ?? params['key']);
