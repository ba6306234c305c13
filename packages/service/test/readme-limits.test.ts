// The Limits of README.md say which web pages the service has, and who signs in to them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsFile } from './forgot-parts.ts';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { addOtherApplication } from './support/another-application.ts';
import { builtPage, openWithDesk } from './support/desk.ts';
import { password } from './support/people.ts';
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

test('README names exactly the roles whose people sign in to the desk', async () => {
  const { browserOf, service, addOwner, browser } = await openWithDesk();
  const other = await addOtherApplication(service, { id: 'another' });
  await addOwner('olga', other.ownerid);
  const olga = browser();
  await olga.ask('signin', { ownerid: other.ownerid, name: 'olga', password });
  const people = [
    olga,
    await browserOf('mia', { role: 'Manager' }),
    await browserOf('rita', { role: 'Reseller', scopes: '' }),
  ];
  const roles: string[] = [];
  for (const one of people) {
    const { applications = [] } = (await one.ask('me')).body as Partial<Me>; // as its schema says
    roles.push(...applications.map(({ role }) => role));
  }
  const named = /Owners, (\w+) and (\w+) sign in to the desk\./.exec(limits)?.slice(1) ?? [];
  expect(roles.map((role) => `${role}s`)).toEqual(['owners', ...named]);
});
