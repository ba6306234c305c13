// `forgot`: mails a link to the user's own address. Its page works once and ends old sessions.
import { expect, test } from 'vitest';
import { hwid, openWire } from './support/service-client.ts';
import { email, openForgot } from './forgot-parts.ts';

const hourMs = 3_600_000;

test('a password reset and its page are unavailable without a mail server', async () => {
  const wire = await openWire();
  const sessionid = await wire.init();
  const { body } = await wire.send({ type: 'forgot', sessionid, username: 'anna', email });
  expect(body).toMatchObject({ reason: 'mail-unavailable' });
  expect((await fetch(`${wire.service.url}/reset`)).status).toBe(404);
  const gone = { type: 'forgot', sessionid: 'x'.repeat(43), username: 'anna', email };
  expect((await wire.send(gone)).body).toMatchObject({ reason: 'session-gone' });
});

test('mails a link in plain text to the given address', async () => {
  const { smtp, wire, forgot, tokenOf, links } = await openForgot();
  expect(await forgot('anna', '  ANNA@example.com')).toMatchObject({
    success: true,
    message: 'Successfully sent email to change password.',
  });
  expect(smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: 'no-reply@northwind.example', to: 'ANNA@example.com' });
  expect(mail?.raw).toMatch(/^Subject: Choose a new password for Test Application\r$/m);
  expect(mail?.raw).toMatch(/^Content-Type: text\/plain/m);
  expect(mail?.text).toContain('https://license.northwind.example/keys/reset?token=');
  expect(tokenOf(0)).toHaveLength(43);
  expect(JSON.stringify(await links())).not.toContain(tokenOf(0));
  expect(wire.service.logText()).not.toContain(tokenOf(0));
  expect(wire.service.logText()).not.toContain('example.com');
});

test('refuses unknown users and wrong addresses, and counts attempts', async () => {
  const { smtp, wire, forgot } = await openForgot();
  await wire.service.addUser({ username: 'mute' });
  expect(await forgot('nobody')).toMatchObject({
    reason: 'forgot-user-unknown',
    message: 'No user found with that username!',
  });
  expect(await forgot('mute')).toMatchObject({ reason: 'email-missing' });
  expect(await forgot('mute', '')).toMatchObject({ reason: 'email-missing' });
  for (const address of ['other@example.com', '', 'anna@example.co', 'a@b', 'c@d'])
    expect(await forgot('anna', address)).toMatchObject({
      reason: 'email-wrong',
      message: "Email address doesn't match!",
    });
  expect(await forgot()).toMatchObject({ reason: 'rate-limited' });
  for (const address of ['anna', 'a@b\r\nBcc: c@d', 'a@b, c@d'])
    expect(await forgot('anna', address)).toMatchObject({ reason: 'bad-request' });
  expect(smtp.mails).toHaveLength(0);
});

test('sends at most three mails an hour, even for concurrent requests', async () => {
  const { clock, smtp, wire, forgot } = await openForgot();
  const bodies = await Promise.all(Array.from({ length: 10 }, () => forgot()));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(3);
  const refused = bodies.filter(({ reason }) => reason === 'rate-limited');
  expect(refused).toHaveLength(7);
  for (const { retryAfter } of refused) expect(retryAfter).toBe(3600);
  expect(smtp.mails).toHaveLength(3);
  clock.ms += hourMs;
  const { body } = await wire.send({
    type: 'forgot',
    sessionid: await wire.init(),
    username: 'anna',
    email,
  });
  expect(body).toMatchObject({ success: true });
});

test('a link stays valid when it is viewed, sets one password and ends all sessions', async () => {
  const { wire, registered, forgot, tokenOf, page, change, login, links } = await openForgot();
  await forgot();
  await forgot();
  const token = tokenOf(0);
  for (let time = 0; time < 3; time += 1) expect((await page(token)).status).toBe(200);
  expect(await login('old')).toBe(true);
  const done = await change(token, 'new <b> pass');
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('Your password has been changed');
  expect((await wire.send({ type: 'check', sessionid: registered })).body).toMatchObject({
    reason: 'session-gone',
  });
  expect(await login('old')).toBe(false);
  expect(await login('new <b> pass')).toBe(true);
  for (const other of [token, tokenOf(1)]) {
    expect((await page(other)).status).toBe(410);
    expect((await change(other, 'third')).status).toBe(410);
  }
  expect(await links()).toEqual([]);
  expect(await login('new <b> pass')).toBe(true);
  expect(wire.service.logText()).not.toContain('new <b> pass');
});

test('only one of several concurrent uses of a link succeeds', async () => {
  const { forgot, tokenOf, change } = await openForgot();
  await forgot();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => change(tokenOf(0), `pass-${index}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a link lasts an hour, and all invalid links get the same page', async () => {
  const { clock, forgot, tokenOf, page, change, login } = await openForgot();
  await forgot();
  clock.ms += hourMs - 1000;
  expect((await page(tokenOf(0))).status).toBe(200);
  clock.ms += 1000;
  const texts = new Set<string>();
  for (const token of [
    tokenOf(0),
    'x'.repeat(43),
    '',
    '<script>',
    '%ff',
    `${tokenOf(0)}&token=x`,
  ]) {
    const answer = await page(token);
    expect(answer.status).toBe(410);
    texts.add(await answer.text());
  }
  expect(texts.size).toBe(1);
  expect((await change(tokenOf(0), 'new')).status).toBe(410);
  expect(await login('old')).toBe(true);
});

test('a link works only for its own user, and an invented token for no user', async () => {
  const { wire, forgot, tokenOf, page, change } = await openForgot();
  const key = await wire.service.addLicense({ days: 30 });
  const bob = { type: 'register', username: 'bob', pass: 'bobs', email: 'bob@example.com' };
  await wire.send({ ...bob, key, hwid, sessionid: await wire.init() });
  await forgot('bob', bob.email);
  await forgot();
  expect((await page('x'.repeat(43))).status).toBe(410);
  expect((await change('x'.repeat(43), 'new')).status).toBe(410);
  expect((await change(tokenOf(1), 'new')).status).toBe(200);
  expect((await page(tokenOf(0))).status).toBe(200);
});

test('an invalid or mismatched new password changes no password and leaves the link valid', async () => {
  const { wire, forgot, tokenOf, change, login } = await openForgot();
  await forgot();
  const token = tokenOf(0);
  for (const [pass, again] of [
    ['', ''],
    ['a', 'b'],
    ['a\u0000', 'a\u0000'],
    ['x'.repeat(1025), 'x'.repeat(1025)],
  ] as const) {
    const answer = await change(token, pass, again);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('role="alert"');
  }
  // A password in a URL is ignored: histories would keep it.
  const query = new URLSearchParams({ token, pass: 'new', again: 'new' }).toString();
  expect((await fetch(`${wire.service.url}/reset?${query}`)).status).toBe(200);
  expect((await fetch(`${wire.service.url}/reset?${query}`, { method: 'POST' })).status).toBe(410);
  expect(await login('old')).toBe(true);
});

test('the page has no script and no external content, and is not cached', async () => {
  const { wire, forgot, tokenOf, page } = await openForgot();
  await wire.service.database
    .updateTable('applications')
    .set({ name: `<script>alert("1")</script> & 'Co'` })
    .execute();
  const name = `<script>alert("1")</script> & 'Co'`;
  const sessionid = String((await wire.send({ type: 'init', name })).body['sessionid']);
  await wire.send({ type: 'forgot', name, sessionid, username: 'anna', email });
  expect(await forgot()).toMatchObject({ reason: 'app-unknown' });
  const answer = await page(tokenOf(0));
  const html = await answer.text();
  expect(html).not.toMatch(/<script|href=|src=|http/i);
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Co&#39;');
  expect(html).toContain('action="/keys/reset"');
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect((await fetch(`${wire.service.url}/reset`, { method: 'PUT' })).status).toBe(404);
});

test('a refusal by the mail server is reported and leaves no valid link', async () => {
  const { smtp, wire, forgot, links } = await openForgot();
  smtp.setMode('unwilling');
  for (let time = 0; time < 4; time += 1)
    expect(await forgot()).toMatchObject({ reason: 'mail-unavailable' });
  expect(await links()).toEqual([]);
  expect(wire.service.logText()).toContain('Could not send a mail');
  expect(wire.service.logText()).not.toContain(email);
  smtp.setMode('willing');
  expect(await forgot()).toMatchObject({ success: true });
});

test('a slow mail server does not delay the answer', async () => {
  const { smtp, wire, forgot, tokenOf, page } = await openForgot({ mailWaitMs: 50 });
  smtp.setMode('silent');
  expect(await forgot()).toMatchObject({ success: true });
  expect(smtp.mails).toHaveLength(0);
  smtp.setMode('willing');
  await expect.poll(() => smtp.mails.length, { timeout: 15_000 }).toBe(1);
  expect((await page(tokenOf(0))).status).toBe(200);
  expect(wire.service.logText()).not.toContain('could not be sent');
});
