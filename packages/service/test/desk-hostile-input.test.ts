// The desk answers every malformed request with a refusal, and never with a fault.
import { expect, test } from 'vitest';
import { deskApi, shownHeader } from '@latchkey/protocol/desk-api.ts';
import { openWithDesk } from './support/desk.ts';
import { ownApplicationId } from './support/own-application.ts';

const application = 'Test Application';
const texts = [
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '__proto__',
  '{"a":1}',
];
const jsons = ['1', '1e400', 'true', 'null', '[]', '{}', '"\\ud83d"'];

test('own operations refuse hostile values of every parameter', async () => {
  const { browserOf, service } = await openWithDesk();
  for (const [type, { request }] of Object.entries(deskApi)) {
    const mia = await browserOf(`Mia of ${type}`);
    const names = Object.keys(request.shape);
    for (const name of [...names, '__proto__', 'constructor']) {
      const members = [...texts.map((text) => JSON.stringify(text)), ...jsons];
      const others = names.filter((one) => one !== name).map((one) => `"${one}":"a good text"`);
      for (const member of members) {
        const body = `{${[...others, `"${name}":${member}`].join(',')}}`;
        const { status } = await mia.ask(type, {}, { body });
        // Without its parameters, an operation may take a member that is null.
        expect([type, name, member, status < 500]).toEqual([type, name, member, true]);
        if (status === 200) expect([names.length, member]).toEqual([0, 'null']);
        if (type === 'signout') break;
      }
    }
  }
  expect(service.logText()).not.toContain('A request failed');
});

test('unknown operations are refused, whatever their name', async () => {
  const { browserOf, service } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const names = ['__proto__', 'constructor', 'toString', 'me/', 'me/x', 'ME', '%00', '..%2fme'];
  for (const name of [...names, 'x'.repeat(2000), 'hasOwnProperty', 'signin%20']) {
    const response = await fetch(`${service.url}/desk/api/${name}`, {
      method: 'POST',
      body: JSON.stringify({ application }),
      headers: {
        origin: service.url,
        cookie: mia.cookie,
        'x-latchkey': '1',
        [shownHeader]: `${mia.shown?.id}/${ownApplicationId}`,
        'content-type': 'application/json',
      },
    });
    const text = await response.text();
    // `me` has no parameter.
    expect([name, response.status, text.includes('"success":false')]).toEqual([name, 400, true]);
  }
  expect(service.logText()).not.toContain('A request failed');
  expect((await mia.ask('me')).status).toBe(200);
});
