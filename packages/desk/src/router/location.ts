// The current place in the desk, which is in the fragment of the address: `#/APP/users/anna`.
// SECURITY: browsers do not send the fragment, so that names, keys and tokens reach no log.
import { useSyncExternalStore } from 'react';
import { leaveForms } from './leaving.ts';

/** The decoded segments of the place. An undecodable segment makes the whole place the start. */
export type Place = readonly string[];

/** The place of a sign-in that begins with an owner id and a name. */
export const signInPlace = 'sign-in';

function parsePlace(hash: string): Place {
  try {
    return pathOf(hash)
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}

function pathOf(hash: string): string {
  return hash.replace(/^#/, '').replace(/\?.*$/, '');
}

/** The address of a place, for links. */
export function hrefOf(...place: Place): string {
  return `#/${place.map(encodeURIComponent).join('/')}`;
}

export function goTo(...place: Place): void {
  location.hash = hrefOf(...place);
}

/** Like `goTo`, but Back skips the current place, and no form asks. */
export function replacePlace(...place: Place): void {
  replaceHash(hrefOf(...place));
}

function replaceHash(hash: string): void {
  shown = hash;
  history.replaceState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The fragment that the page shows. It stays until a filled form may be left. */
let shown: string | null = null;

export function subscribe(onChange: () => void): () => void {
  const onHash = () => {
    followAddress();
    onChange();
  };
  window.addEventListener('hashchange', onHash);
  return () => window.removeEventListener('hashchange', onHash);
}

function followAddress(): void {
  const next = location.hash;
  const before = shownHash();
  if (pathOf(next) === pathOf(before)) {
    shown = next;
    return;
  }
  history.replaceState(null, '', before);
  leaveForms(() => replaceHash(next));
}

function shownHash(): string {
  shown ??= location.hash;
  return shown;
}

export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, shownHash));
}
