// Download URLs of files, and machines that have lost stored content.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashOf, open, get, download, refusal } from './files-parts.ts';

describe('a download URL', () => {
  test('contains no session id, and is not logged', async () => {
    const { wire, add } = await open();
    const sessionid = await wire.init();
    const { download: address } = await get(wire, sessionid, await add(Buffer.from('x')));
    const ticket = String(address).split('ticket=')[1] ?? '';
    expect(ticket).not.toContain(sessionid);
    expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain(sessionid);
    await download(wire, address);
    expect(wire.service.logText()).toContain('/api/1.3/file');
    expect(wire.service.logText()).not.toContain(ticket);
  });

  test('is valid for 10 minutes, and invalid if altered', async () => {
    const { wire, add, clock } = await open();
    const id = await add(Buffer.from('x'));
    const address = String((await get(wire, await wire.init(), id))['download']);
    clock.ms += 599_000;
    expect((await download(wire, address)).status).toBe(200);
    const bad = { reason: 'bad-request', message: 'The parameter "ticket" is not valid.' };
    const [text = '', mac = ''] = (address.split('ticket=')[1] ?? '').split('.');
    const fields = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const later = Buffer.from(JSON.stringify([...fields.slice(0, 3), 9e9])).toString('base64url');
    for (const ticket of ['', 'x', `${later}.${mac}`, `${text}.`, `${text}.${mac.slice(1)}`])
      expect(await refusal(wire, `/api/1.3/file?ticket=${ticket}`)).toMatchObject(bad);
    expect(await refusal(wire, '/api/1.3/file')).toMatchObject(bad);
    clock.ms += 1000;
    expect(await refusal(wire, address)).toMatchObject(bad);
  });

  test.each([
    ['logging out', 'session-gone'],
    ['the end of the session', 'session-gone'],
    ['a ban', 'banned'],
    ['a pause', 'subscription-paused'],
    ['an expiry', 'no-subscription'],
    ['pausing the application', 'app-paused'],
    ['disabling the application', 'app-disabled'],
    ['the end of the user', 'session-gone'],
  ])('becomes invalid by %s', async (what, reason) => {
    const { wire, add, clock } = await open();
    const { service } = wire;
    await service.setApp({ sessionSeconds: 300 });
    const user = await service.addUser();
    const id = await add(Buffer.from('x'), '1');
    const sessionid = await wire.signIn(user);
    const { download: address } = await get(wire, sessionid, id);
    expect((await download(wire, address)).status).toBe(200);
    if (what === 'logging out') await wire.send({ type: 'logout', sessionid });
    if (what === 'the end of the session') clock.ms += 300_000;
    if (what === 'a ban') await service.changeUser(user.username, { banned: 'Shared' });
    if (what === 'a pause') await service.changeUser(user.username, 'pause');
    if (what === 'an expiry') await service.changeUser(user.username, 'expire');
    if (what === 'pausing the application') await service.setApp({ paused: true });
    if (what === 'disabling the application') await service.setApp({ enabled: false });
    if (what === 'the end of the user') await service.database.deleteFrom('users').execute();
    expect(await refusal(wire, address)).toMatchObject({ success: false, reason });
  });

  test('does not work once the file requires a signed-in session', async () => {
    const { wire, add, ask } = await open();
    const id = await add(Buffer.from('x'));
    const { download: address } = await get(wire, await wire.init(), id);
    await ask('editfile', { id, authed: '1' });
    expect(await refusal(wire, address)).toMatchObject({ reason: 'not-signed-in' });
  });

  test('accepts only GET', async () => {
    const { wire } = await open();
    const posted = await fetch(`${wire.service.url}/api/1.3/file`, { method: 'POST' });
    expect(posted.status).toBe(404);
  });
});

describe('a machine without the content', () => {
  const broken = {
    reason: 'file-broken',
    message: 'File no longer works, please notify the application developer.',
  };

  test('downloads the content once for concurrent requests, and stores it', async () => {
    const { wire, add, web, folder, stored } = await open();
    const bytes = randomBytes(5000);
    const id = await add(bytes);
    const sessionid = await wire.init();
    rmSync(join(folder, hashOf(bytes)));
    const got = await Promise.all(Array.from({ length: 5 }, () => get(wire, sessionid, id)));
    for (const one of got) expect(one).toMatchObject({ contents: bytes.toString('hex') });
    expect(web.calls).toBe(2);
    expect(stored()).toEqual([hashOf(bytes)]);
    expect(readFileSync(join(folder, hashOf(bytes)))).toEqual(bytes);
  });

  test('serves only the recorded content, and retries a failed URL once a minute', async () => {
    const { wire, add, web, folder, clock, stored } = await open();
    const bytes = randomBytes(5000);
    const id = await add(bytes);
    const sessionid = await wire.init();
    const { download: address } = await get(wire, sessionid, id);
    rmSync(join(folder, hashOf(bytes)));
    web.files['/a/tool.bin'] = randomBytes(5000);
    expect(await get(wire, sessionid, id)).toMatchObject(broken);
    expect(await refusal(wire, address)).toMatchObject(broken);
    expect(stored()).toEqual([]);
    expect(web.calls).toBe(2);
    clock.ms += 60_000;
    web.files = {};
    expect(await get(wire, sessionid, id)).toMatchObject(broken);
    expect(web.calls).toBe(3);
    clock.ms += 60_000;
    web.files['/a/tool.bin'] = bytes;
    expect(await get(wire, sessionid, id)).toMatchObject({ size: 5000 });
  });

  test('downloads truncated content again', async () => {
    const { wire, add, folder } = await open();
    const bytes = randomBytes(5000);
    const id = await add(bytes);
    truncateSync(join(folder, hashOf(bytes)), 4000);
    const got = await get(wire, await wire.init(), id);
    expect(got['contents'] === bytes.toString('hex')).toBe(true);
  });

  test('cannot download content that came from the upload folder', async () => {
    const { wire, ask, folder, upload } = await open();
    mkdirSync(upload, { recursive: true });
    writeFileSync(join(upload, 'a'), 'x');
    const { body } = await ask('upload', { name: 'a', authed: '0' });
    rmSync(folder, { recursive: true });
    expect(await get(wire, await wire.init(), String(body['id']))).toMatchObject(broken);
  });
});
