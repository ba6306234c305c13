// Links that the system's browser opens: only https URLs, and none that could mislead.
import { expect, it } from 'vitest';
import { openHttpsLink } from '../../src/main/shell/links.ts';

async function open(address: string, system: 'works' | 'fails' = 'works') {
  const opened: string[] = [];
  const ok = await openHttpsLink((url) => {
    opened.push(url);
    return system === 'works' ? Promise.resolve() : Promise.reject(new Error('no browser'));
  }, address);
  return { ok, opened };
}

it('an https URL is opened', async () => {
  expect(await open('https://seller.example/renew?from=loader')).toEqual({
    ok: true,
    opened: ['https://seller.example/renew?from=loader'],
  });
});

it.each([
  'http://seller.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-settings:',
  'mailto:a@seller.example',
  'https://bank.example@seller.example/',
  'https://:secret@seller.example/',
  'https:',
  'seller.example',
  '',
  '-- --help',
])('%s is not opened', async (address) => {
  expect(await open(address)).toEqual({ ok: false, opened: [] });
});

it('a URL that the system cannot open is reported', async () => {
  expect(await open('https://seller.example/', 'fails')).toMatchObject({ ok: false });
});
