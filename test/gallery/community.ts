// Pictures of community data: numbers and users online, from none to many.
import type { Page } from '@playwright/test';
import type { Community } from '../../src/shared/community.ts';
import { longName, ready, rightToLeftName } from '../screens/samples.ts';
import { openSettings, type Picture } from './picture.ts';

export const numbers: Community = {
  online: { names: ['anna', 'bernadette***', 'bob', 'zoe'], more: 0 },
  users: { value: 12_408, orMore: false },
  usersOnline: { value: 4, orMore: false },
  keys: { value: 1_000_000, orMore: true },
};

export const shows = { community: { online: true, stats: true, chat: false } } as const;

export function communityReply(value: Community) {
  return { readCommunity: [{ result: { ok: true, value } }, 'hold'] } as const;
}

export async function openCommunity(page: Page): Promise<void> {
  await openSettings(page, 'Account');
  await page.getByRole('heading', { name: 'Community' }).waitFor();
  await page.getByRole('region', { name: 'Community' }).scrollIntoViewIfNeeded();
}

function picture(name: string, value: Community): Picture {
  return {
    name,
    open: { phase: ready, info: shows, replies: communityReply(value) },
    act: openCommunity,
  };
}

const many = Array.from({ length: 100 }, (_, index) => `user-${String(index)}****`);

export const communityPictures: readonly Picture[] = [
  picture('numbers', numbers),
  picture('nobody', {
    ...numbers,
    online: { names: [], more: 0 },
    usersOnline: { value: 0, orMore: false },
  }),
  picture('many', {
    ...numbers,
    online: { names: [longName, rightToLeftName, '<b>bold</b>', ...many.slice(3)], more: 900 },
  }),
  picture('numbers-alone', { ...numbers, online: null, keys: null }),
];
