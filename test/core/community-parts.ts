// A signed-in loader of a brand that shows who is online, and answers of the service about it.
import type { Scripted } from '../support/fake-http.ts';
import { atReady, type HarnessOptions } from './harness.ts';

const shows: HarnessOptions = { config: { community: { online: true, stats: true } } };
const counts = { numUsers: '1200', numOnlineUsers: '2', numKeys: '1000000+' };
export const online = (...names: unknown[]): Scripted => ({
  success: true,
  users: names.map((credential) => ({ credential })),
});
export const stats = (appinfo: unknown): Scripted => ({ success: true, appinfo });

export async function signedIn(options: HarnessOptions = shows) {
  const harness = await atReady(options);
  harness.http.on('fetchOnline', online('zoe', 'abcdefghij***'));
  harness.http.on('fetchStats', stats({ ...counts, version: '1.0', customerPanelLink: '' }));
  const asked = () => harness.http.types().filter((type) => type.startsWith('fetch'));
  return { ...harness, asked, read: () => harness.handlers.readCommunity({}) };
}

export const stop = { what: 'community' } as const;
