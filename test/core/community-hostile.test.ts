// Services that do not report who is online, or lie about it: their answers affect only texts.
import { describe, expect, test } from 'vitest';
import { communityIntervalMs, maxNames } from '../../src/main/core/flows/community.ts';
import { refusal } from '../support/fake-http.ts';
import { online, signedIn, stats } from './community-parts.ts';
import { anna } from './harness.ts';

describe('unsupported and hostile services', () => {
  test('an operation that the service does not support is not repeated', async () => {
    const { read, http, clock, asked, session } = await signedIn();
    http.on('fetchOnline', refusal('type-unknown'));
    expect(await read()).toMatchObject({ value: { online: null, users: { value: 1200 } } });
    expect(session().unsupported).toEqual(['online']);
    const next = read();
    await clock.advance(2 * communityIntervalMs);
    await next;
    expect(asked()).toEqual(['fetchOnline', 'fetchStats', 'fetchStats']);
  });

  test('an empty list of users is not a failure', async () => {
    const { read, http } = await signedIn();
    http.on('fetchOnline', refusal('nobody-online'));
    expect(await read()).toMatchObject({ value: { online: null, usersOnline: { value: 2 } } });
  });

  test('an unreachable service is retried after half a minute, or later if the service requests a wait', async () => {
    const { read, http, clock, asked, session } = await signedIn();
    http.on('fetchOnline', { fault: 'offline' });
    expect(await read()).toMatchObject({ failure: { code: 'offline' } });
    expect(session().notice).toBeNull();
    http.on('fetchOnline', refusal('rate-limited', { retryAfter: 90 }));
    const second = read();
    await clock.advance(26_000);
    expect(asked()).toHaveLength(1);
    await clock.advance(8000);
    expect(await second).toMatchObject({ failure: { code: 'rate-limited' } });
    const third = read();
    await clock.advance(80_000);
    expect(asked()).toHaveLength(2);
    await clock.advance(30_000);
    await third;
    expect(asked()).toHaveLength(3);
  });

  const odd: readonly unknown[] = [
    '-5',
    -5,
    '1e308',
    1e308,
    'NaN',
    'N/A - Use fetchStats() function in latest example',
    '<b>7</b>',
    '٣',
    '1'.repeat(400),
    '',
    1.5,
    null,
    undefined,
    true,
    ['7'],
    { value: 7 },
  ];
  test.each(odd)('%j is not a valid number and is omitted', async (number) => {
    const { read, http, at } = await signedIn();
    http.on('fetchStats', stats({ numUsers: number, numOnlineUsers: ' 3 ', numKeys: 4 }));
    expect(await read()).toMatchObject({
      value: { users: null, usersOnline: { value: 3 }, keys: { value: 4 } },
    });
    at('ready');
  });

  test('names are bounded, readable and unique', async () => {
    const { read, http } = await signedIn();
    const hostile = [
      '\u202eevil',
      'a' + '\u0301'.repeat(2000),
      '\0\u200b',
      '<img src=x>',
      'zoe',
      'zoe',
    ];
    const many = Array.from({ length: 300 }, (_, index) => `user${index}`);
    http.on('fetchOnline', online(...hostile, ...many));
    const answer = await read();
    if (!answer.ok) throw new Error('not read');
    const { names, more } = answer.value.online ?? { names: [], more: 0 };
    expect(names.slice(0, 4)).toEqual(['evil', '\u00e1\u0301\u0301', '<img src=x>', 'zoe']);
    expect(names).toHaveLength(maxNames);
    expect(more).toBe(204);
    for (const name of names) expect(name).not.toMatch(/[\p{Cc}\u202e]|\p{M}{3}/u);
  });

  test('a single object counts as a list of one', async () => {
    const { read, http } = await signedIn();
    http.on('fetchOnline', { success: true, users: { credential: anna.username } });
    expect(await read()).toMatchObject({ value: { online: { names: ['anna'] } } });
  });

  test.each([
    ['no list', { success: true, users: 'many' }],
    ['another answer', { success: true, message: 'ok' }],
  ] as const)('%s is an invalid answer', async (_, answer) => {
    const { read, http, at } = await signedIn();
    http.on('fetchOnline', answer);
    expect(await read()).toMatchObject({ failure: { code: 'bad-reply' } });
    at('ready');
  });
});
