// The current place in the desk, which is in the fragment of the address: `#/APP/users/anna`.
// SECURITY: browsers do not send the fragment, so that names, keys and tokens reach no log.
import { useSyncExternalStore } from 'react';

/** The decoded segments of the place. An undecodable segment makes the whole place the start. */
export type Place = readonly string[];

/** The place of a sign-in that begins with an owner id and a name. */
export const signInPlace = 'sign-in';

function parsePlace(hash: string): Place {
  const [path = ''] = hash.replace(/^#/, '').split('?', 1);
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** The address of a place, for links. */
export function hrefOf(...place: Place): string {
  return `#/${place.map(encodeURIComponent).join('/')}`;
}

export function goTo(...place: Place): void {
  location.hash = hrefOf(...place);
}

/** Like `goTo`, but Back skips the current place. */
export function replacePlace(...place: Place): void {
  history.replaceState(null, '', hrefOf(...place));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => location.hash));
}
