// The Limits of README.md say which web pages the service has, and who signs in to them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsFile } from './forgot-parts.ts';
import { builtPage } from './support/desk.ts';
import { openWire } from './support/service-client.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const limits = (/\n## Limits\n(.*?)(?:\n## |$)/s.exec(readme)?.[1] ?? '').replaceAll(/\s+/g, ' ');

const mail = { url: 'smtp://127.0.0.1:9', from: 'a@b.example', publicUrl: 'https://b.example/' };
// Below `/my/`, each application has a page.
const places = ['/', '/reset', '/desk/', '/my/', '/admin', '/login', '/api', '/shops/', '/account'];

test('README names exactly the web pages that the service has', async () => {
  const folders = { deskFolder: builtPage(), pageFolder: builtPage() };
  const { service } = await openWire({ smtpFile: settingsFile(mail), ...folders });
  const pages: string[] = [];
  for (const place of places) {
    const { headers } = await fetch(service.url + (place === '/my/' ? '/my/any-page' : place), {
      redirect: 'manual',
    });
    if (headers.get('content-type')?.startsWith('text/html') === true) pages.push(place);
  }
  const named = [...limits.matchAll(/`(\/[a-z]+\/?)`/g)].map(([, place]) => place);
  expect(pages).toEqual(named);
  expect(limits).toContain(`${pages.length === 3 ? 'three' : String(pages.length)} web pages`);
});

test('README says that people of every role sign in to the desk', () => {
  expect(limits).toContain('Owners, managers and resellers sign in to the desk.');
  expect(limits).not.toContain('nobody can sign in');
});
