// The language of the mail for a new password.
import { expect, test } from 'vitest';
import { email, openForgot } from './forgot-parts.ts';
import { freshChallenge } from './support/service-client.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'Subject: =?UTF-8?Q?Neues_Passwort_f=C3=BCr_Test_Application?='],
  ['fr, en;q=0.5', 'Subject: Choose a new password for Test Application'],
  ['*', 'Subject: Choose a new password for Test Application'],
])('writes the mail in the language of the request (%s)', async (language, subject) => {
  const { smtp, wire, tokenOf, page } = await openForgot();
  const { name, ownerid } = wire.service.app;
  const sessionid = await wire.init();
  const parameters = { type: 'forgot', name, ownerid, sessionid, username: 'anna', email };
  const body = new URLSearchParams({ ...parameters, challenge: freshChallenge() });
  const headers = { 'accept-language': language };
  const answer = await fetch(`${wire.service.url}/api/1.3/`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ success: true });
  const [mail] = smtp.mails;
  expect(mail?.raw).toContain(subject);
  const [german, english] = ['Der Link gilt einmal:', 'The link works once:'];
  const isGerman = language.startsWith('de');
  expect(mail?.text).toContain(isGerman ? german : english);
  expect(mail?.text).not.toContain(isGerman ? english : german);
  expect((await page(tokenOf(0))).status).toBe(200);
});
