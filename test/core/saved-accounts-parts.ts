// A loader over fakes with several saved sign-ins, and helpers that read them from the vault, the
// snapshot and the requests.
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

/** Makes the service accept changes of the user name, and sign-ins with any user name. */
export function acceptEveryName({ http }: Pick<Harness, 'http'>): void {
  http.on('changeUsername', { success: true, message: 'ok' });
  http.on('login', ({ params }) => ({
    success: true,
    info: accountInfo(params['username'] ?? ''),
  }));
}

/** Starts a loader with these saved sign-ins, the most recently used first. */
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
