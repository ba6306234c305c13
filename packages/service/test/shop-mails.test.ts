// Mails with the keys of connected shops.
import { expect, test } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { mailOf } from '../src/features/shops/mail-texts.ts';
import { sendDueMails } from '../src/features/shops/send-mails.ts';
import { openMailer } from '../src/outbound/mail.ts';
import { mailQueueFinding } from '../src/host/mail-queue-finding.ts';
import { openMailServer } from './mail-server-parts.ts';
import { begin, openMapped, paid, pro, refund, renewed } from './shops-parts.ts';

async function openMailed() {
  const server = await openMailServer();
  const { smtpFile } = server;
  // The periodic work of the service runs once, before the first sale.
  const shop = await openMapped({}, { smtpFile, after: () => () => undefined });
  const { database: db, secret } = shop.service;
  const mailer = await openMailer(smtpFile, { log: { warn: () => undefined } });
  const nowMs = () => unixMs(shop.clock.seconds * 1000);
  const ending = new AbortController().signal;
  const pass = () => sendDueMails({ db, secret, mailer, nowMs, ending });
  const doctor = () => mailQueueFinding(db, nowMs);
  return { ...server, ...shop, pass, doctor };
}

test('the keys of a sale are mailed to its buyer once', async () => {
  const { smtp, send, keys, sales, mails, pass } = await openMailed();
  await send(paid('1001'));
  await send(paid('1001', { id: 'twin' }));
  expect(await sales()).toMatchObject([{ mail: 'queued' }]);
  await pass();
  const [mail] = await mails(1);
  const [license] = await keys();
  expect(mail?.to).toBe('buyer@example.com');
  expect(mail?.text).toContain(license?.key);
  expect(smtp.mails[0]?.raw).toContain('text/html');
  await pass();
  expect(await sales()).toMatchObject([{ mail: 'sent' }]);
  expect(smtp.mails).toHaveLength(1);
});

test('a mail that the server refuses is tried for two days', async () => {
  const { smtp, send, sales, clock, pass, doctor } = await openMailed();
  smtp.setMode('unwilling');
  await send(paid('1001'));
  await pass();
  expect(await sales()).toMatchObject([{ mail: 'queued' }]);
  expect(await doctor()).toMatchObject({ isOk: true });
  clock.seconds += 86_400;
  const finding = await doctor();
  expect(finding).toMatchObject({ isOk: false });
  expect(finding.advice).toContain('The oldest waits for 24 hours.');
  smtp.setMode('willing');
  await pass();
  expect(await doctor()).toMatchObject({ isOk: true });
  expect(await sales()).toMatchObject([{ mail: 'sent' }]);
  smtp.setMode('unwilling');
  await send(paid('1002'));
  for (const _ of [1, 2, 3]) {
    clock.seconds += 86_400;
    await pass();
  }
  expect((await sales()).map(({ mail }) => mail).toSorted()).toEqual(['failed', 'sent']);
  expect(smtp.mails).toHaveLength(1);
});

test('a mail whose next try a fast clock set far ahead is tried when the clock is corrected', async () => {
  const { smtp, send, mails, clock, pass } = await openMailed();
  smtp.setMode('unwilling');
  clock.seconds += 30 * 86_400;
  await send(paid('1001'));
  await pass();
  clock.seconds -= 30 * 86_400;
  smtp.setMode('willing');
  await pass();
  expect(await mails(1)).toHaveLength(1);
});

test('sendkeys sends the keys again, and never those that were refunded', async () => {
  const { ask, shop, send, sales, mails, pass } = await openMailed();
  await send(paid('1001'));
  await pass();
  const order = `hmac:${shop}:1001`;
  expect(await ask('sendkeys', { order })).toMatchObject({ success: true });
  await pass();
  await mails(2);
  await send({ type: 'refund', order: '1001', at: begin + 1 });
  expect((await ask('sendkeys', { order })).body).toMatchObject({ code: 'order-without-keys' });
  await send(paid('1002', { email: '' }));
  const without = await ask('sendkeys', { order: `hmac:${shop}:1002` });
  expect(without.body).toMatchObject({ code: 'no-buyer' });
  await pass();
  expect((await sales()).map(({ mail }) => mail).toSorted()).toEqual(['failed', 'sent']);
});

test('sendkeys sends the first key, whatever the ids of the payments are', async () => {
  const { ask, shop, send, keys, redeem, mails, pass } = await openMailed();
  await send(paid('1001', { payment: 'z' }));
  await pass();
  const [first] = await keys();
  await redeem();
  await send(renewed('1001', 1, { payment: 'a' }));
  expect(await ask('sendkeys', { order: `hmac:${shop}:1001` })).toMatchObject({ success: true });
  await pass();
  const [, again] = await mails(2);
  expect(again?.text).toContain(first?.key);
});

test('a mail goes to no second address that an event hides in the first', async () => {
  const { smtp, send, sales, pass } = await openMailed();
  const hidden = [
    'a@example.com\r\nBcc: thief@example.com',
    'a@example.com, thief@example.com',
    'a@example.com>,<thief@example.com',
  ];
  for (const [index, email] of hidden.entries()) await send(paid(String(index), { email }));
  await pass();
  expect(smtp.mails).toEqual([]);
  expect((await sales()).map(({ mail }) => mail)).toEqual(['failed', 'failed', 'failed']);
});

test('texts of the seller and of a shop are escaped in HTML, and no subject has two lines', () => {
  const facts = {
    application: '{keys} <i>App</i>\r\nBcc: thief@example.com',
    order: '<script>1</script>',
    keys: ['AAA'],
    subscriptions: ['Pro & "more"'],
    days: 30,
  };
  const template = {
    language: 'en',
    mailSubject: 'For {application} {keys}',
    mailText: '<b>{keys}</b>\n\n{order} {subscription} {days} {nothing}',
  } as const;
  const { subject, text, html } = mailOf(template, facts);
  expect(subject).toBe('For {keys} <i>App</i> Bcc: thief@example.com');
  expect(text).toContain('<b>AAA</b>');
  expect(text).toContain('30 days {nothing}');
  expect(html).toContain('&lt;script&gt;1&lt;/script&gt; Pro &amp; &quot;more&quot;');
  expect(html).not.toMatch(/<(b|i|script)>/);
});

test('the address of a shop is whole if the service knows its public URL', async () => {
  const { ask, path } = await openMailed();
  expect((await ask('fetchallshops')).body['shops']).toMatchObject([
    { path, url: `https://license.northwind.example${path}` },
  ]);
  const without = await openMapped();
  expect((await without.ask('fetchallshops')).body['shops']).toMatchObject([{ url: null }]);
});

test('an order whose mail failed needs attention until it is sent again or refunded', async () => {
  const { ask, shop, smtp, send, sales, clock, pass } = await openMailed();
  smtp.setMode('unwilling');
  await send(paid('1001', { items: [{ product: 'pro' }, { product: 'gold' }] }));
  for (const _ of [1, 2, 3]) {
    clock.seconds += 86_400;
    await pass();
  }
  const order = `hmac:${shop}:1001`;
  const attention = async () => (await sales())[0]?.attention.toSorted();
  expect(await attention()).toEqual(['mail-failed', 'unmapped']);
  await ask('mapproduct', { ...pro, shop, product: 'gold' });
  expect(await attention()).toEqual(['mail-failed']);
  smtp.setMode('willing');
  await ask('sendkeys', { order });
  expect(await attention()).toEqual([]);
  await pass();
  expect(await sales()).toMatchObject([{ mail: 'sent', attention: [] }]);
  smtp.setMode('unwilling');
  await send(paid('1002'));
  await send(refund('1002'));
  for (const _ of [1, 2, 3]) {
    clock.seconds += 86_400;
    await pass();
  }
  expect((await sales()).map((sale) => sale.attention)).toEqual([[], []]);
});
