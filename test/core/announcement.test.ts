// The announcement variable: plain text, or JSON with title, date and link.
import { describe, expect, test } from 'vitest';
import { atReady, checkEveryMs } from './harness.ts';

const config = {
  announcementVariable: 'announcement',
  links: { help: 'https://help.example/' },
};

async function announcing(value: string | Readonly<Record<string, unknown>>) {
  const harness = await atReady({ config });
  const message = typeof value === 'string' ? value : JSON.stringify(value);
  harness.http.on('var', { success: true, message });
  await harness.clock.advance(checkEveryMs);
  return { ...harness, announcement: harness.at('ready').announcement };
}

const whole = {
  title: 'Maintenance on Sunday',
  text: '02:00 to 03:00.\nYou can keep working.',
  date: '2026-11-24',
  url: 'https://news.example/maintenance?id=1',
};

describe('JSON', () => {
  test('is read with title, date and link', async () => {
    const { announcement } = await announcing(whole);
    const { url: link, ...same } = whole;
    expect(announcement).toEqual({ ...same, link });
  });

  test('needs only a text, and unknown fields are ignored', async () => {
    const { announcement } = await announcing({ text: ' News ', color: 'red' });
    expect(announcement).toEqual({ text: 'News', title: null, date: null, link: null });
  });

  test('contains no hidden characters', async () => {
    const { announcement } = await announcing({ text: 'a\u202eb', title: 'c\u0000\u200bd' });
    expect(announcement).toMatchObject({ text: 'a b', title: 'c d' });
  });

  test('is not an announcement without a readable text', async () => {
    expect((await announcing({ ...whole, text: ' \u200b' })).announcement).toBeNull();
  });
});

describe('anything else stays plain text', () => {
  test.each<[string, string | Readonly<Record<string, unknown>>]>([
    ['a text', 'Maintenance on Sunday'],
    ['a text in braces', '{Maintenance} on Sunday'],
    ['another JSON value', '["text"]'],
    ['a text of JSON without a text', { title: 'News' }],
    ['a text that is no string', { ...whole, text: 1 }],
    ['a long title', { ...whole, title: 'x'.repeat(101) }],
    ['another form of date', { ...whole, date: '24.11.2026' }],
    ['a date that does not exist', { ...whole, date: '2026-02-30' }],
    ['an http link', { ...whole, url: 'http://news.example/' }],
    ['a link that starts a program', { ...whole, url: 'javascript:alert(1)' }],
    ['a link with a user name', { ...whole, url: 'https://bank.example@news.example/' }],
    ['a long link', { ...whole, url: `https://news.example/${'x'.repeat(2000)}` }],
  ])('%s', async (_, value) => {
    const { announcement } = await announcing(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(announcement).toMatchObject({ title: null, date: null, link: null });
    expect(announcement?.text).toBe(text.slice(0, 1000));
  });

  test('a JSON text over 8000 characters', async () => {
    const { announcement } = await announcing({ ...whole, more: 'x'.repeat(8000) });
    expect(announcement).toMatchObject({ title: null, link: null });
  });
});

describe('the link', () => {
  test('opens like the configured ones', async () => {
    const { handlers, view } = await announcing(whole);
    expect(await handlers.openLink({ name: 'announcement' })).toEqual({ ok: true, value: null });
    expect(view.opened).toEqual([whole.url]);
    expect(await handlers.openLink({ name: 'help' })).toMatchObject({ failure: { code: 'busy' } });
  });

  test('is refused without an announcement, without a link, and after the sign-out', async () => {
    const refused = { failure: { code: 'invalid-input', fields: ['name'] } };
    const none = await atReady({ config });
    expect(await none.handlers.openLink({ name: 'announcement' })).toMatchObject(refused);
    const plain = await announcing(whole.text);
    expect(await plain.handlers.openLink({ name: 'announcement' })).toMatchObject(refused);
    const linked = await announcing(whole);
    await linked.handlers.signOut({});
    expect(await linked.handlers.openLink({ name: 'announcement' })).toMatchObject(refused);
    expect([none, plain, linked].flatMap(({ view }) => view.opened)).toEqual([]);
  });
});
