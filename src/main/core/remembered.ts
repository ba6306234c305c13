// The kept sign-in, one operation of the key store after the other: a sign-out that follows a save really clears it.
import { type Credentials, type Vault } from './ports.ts';

export type Remembered = Pick<Vault, 'load' | 'save' | 'clear'>;

export function createRemembered(vault: Vault): Remembered {
  let last: Promise<unknown> = Promise.resolve();
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // whoever asked hears of it; the next in line does not
    return turn;
  };
  return {
    load: () => queue(vault.load),
    save: (credentials: Credentials) => queue(() => vault.save(credentials)),
    clear: () => queue(vault.clear),
  };
}
