// The desk's own operations over HTTP.
import { expect, test } from 'vitest';
import { openWithDesk } from './support/desk.ts';
import { password } from './support/people.ts';

test('signs in with a cookie, tells who the person is, and signs out', async () => {
  const { browserOf, browser, ownerid, signInWith } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'support,read' });
  const { body } = await mia.ask('me');
  expect(body).toEqual({
    success: true,
    ...{ ownerid, name: 'Mia', isOwner: false, hasSecondFactor: false },
    applications: [
      { name: 'Test Application', role: 'manager', scopes: ['support', 'read'], levels: [] },
    ],
    version: expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+$/) as string,
  });
  const one = browser();
  const signedIn = await signInWith(one, 'mia');
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^latchkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const left = one.cookie;
  const signedOut = await one.ask('signout');
  expect(signedOut.headers.getSetCookie()[0]).toContain('Max-Age=0');
  for (const cookie of ['', left, 'latchkey=made-up'])
    expect(await one.ask('me', {}, { headers: { cookie } })).toMatchObject({
      status: 401,
      body: { code: 'signed-out' },
    });
  expect((await mia.ask('me')).status).toBe(200);
  const wrong = await one.ask('signin', { ownerid, name: 'Mia', password: `${password} ` });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong-password' } });
  expect(wrong.headers.getSetCookie()).toEqual([]);
});
