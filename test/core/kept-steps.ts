// A loader over fakes with several kept sign-ins, and what of them is on each side.
import type { SavedSignIn } from '../../src/main/core/ports.ts';
import { byPassword, savedAs } from '../support/fake-vault.ts';
import { anna, createHarness, type Harness } from './harness.ts';

export const key = 'NWND-7K2M-QX4T-91KD';
export const three = () => ({
  anna: savedAs(byPassword('anna', anna.password)),
  bob: savedAs(byPassword('bob', 'battery staple')),
  key: savedAs({ kind: 'key', key }, false),
});

/** Started with these kept, the one that was used last first. */
export async function startWith(...kept: readonly SavedSignIn[]): Promise<Harness> {
  const harness = createHarness({ kept });
  await harness.loader.start();
  return harness;
}

export const names = ({ vault }: Harness) =>
  vault.list.map(({ method }) => (method.kind === 'key' ? method.key : method.username));
export const shown = ({ session }: Harness) => session().kept.map(({ name }) => name);
export const logins = ({ http }: Harness) =>
  http.sent
    .filter(({ params }) => params['type'] === 'login' || params['type'] === 'license')
    .map(({ params }) => params['username'] ?? params['key']);
