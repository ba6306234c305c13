// Files: added from a URL or the upload folder, stored by hash, sent in hex or as downloads.
import { randomBytes } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashOf, open, get, download, refusal } from './files-parts.ts';

describe('sellers', () => {
  test('add, list, change and remove files', async () => {
    const { wire, ask, add, web, host, stored, clock } = await open();
    const bytes = randomBytes(1000);
    const id = await add(bytes, '1', '/some%20folder/my%20tool.bin?v=1');
    expect(id).toMatch(/^[0-9]{6}$/);
    const url = `http://${host}/some%20folder/my%20tool.bin?v=1`;
    const listed = { id, url, name: 'my_20tool.bin', size: '1000', authed: 1 };
    expect((await ask('fetchallfiles')).body['files']).toEqual([listed]);
    expect((await ask('fetchfile', { id })).body['file']).toEqual({
      ...listed,
      sha256: hashOf(bytes),
      uploaddate: String(clock.ms / 1000),
    });
    expect(stored()).toEqual([hashOf(bytes)]);
    const other = randomBytes(50);
    web.files['/other'] = other;
    await ask('editfile', { id, url: `http://${host}/other` });
    expect(stored()).toEqual([hashOf(other)]);
    await ask('editfile', { id, authed: '0' });
    expect((await ask('fetchfile', { id })).body['file']).toMatchObject({
      name: 'other',
      authed: 0,
      sha256: hashOf(other),
    });
    expect(await ask('delfile', { fileid: id })).toMatchObject({
      message: 'Successfully deleted all files!',
    });
    expect(stored()).toEqual([]);
    expect(await ask('delfile', { fileid: id })).toMatchObject({ status: 400 });
    const missing = { status: 400, message: 'File not Found' };
    expect(await ask('fetchfile', { id })).toMatchObject(missing);
    expect(await ask('editfile', { id, authed: '0' })).toMatchObject(missing);
    const audit = await wire.service.database.selectFrom('auditLogs').selectAll().execute();
    expect(audit.map(({ type }) => type).sort()).toEqual(
      ['upload', 'editfile', 'editfile', 'delfile'].sort(),
    );
  });

  test('keep content while any file refers to it', async () => {
    const { ask, add, stored } = await open();
    const bytes = Buffer.from('same');
    const [first, second] = [await add(bytes), await add(bytes, '0', '/b')];
    expect(stored()).toHaveLength(1);
    await ask('delfile', { fileid: first });
    expect(stored()).toHaveLength(1);
    await ask('delfile', { fileid: second });
    expect(stored()).toEqual([]);
    await add(bytes);
    await add(Buffer.from('other'));
    expect(await ask('delallfiles')).toMatchObject({ status: 200 });
    expect(stored()).toEqual([]);
    expect(await ask('delallfiles')).toMatchObject({ message: 'Failed to delete all files!' });
  });

  test('add files from the upload folder by a plain name', async () => {
    const { wire, ask, stored, upload } = await open();
    mkdirSync(upload, { recursive: true });
    writeFileSync(join(upload, 'tool.bin'), 'from the folder');
    const { body } = await ask('upload', { name: 'tool.bin', authed: '0' });
    const got = await get(wire, await wire.init(), String(body['id']));
    expect(Buffer.from(String(got['contents']), 'hex').toString()).toBe('from the folder');
    const none = { status: 400, message: 'The upload folder has no file of this name.' };
    for (const name of ['other', '../latchkey.sqlite', '..', '/etc/passwd', '.hidden'])
      expect(await ask('upload', { name })).toMatchObject(none);
    expect(stored()).toHaveLength(1);
  });

  test('cannot add a file that is too large, missing, at an invalid URL or not named', async () => {
    const { ask, add, web, host, wire, stored, upload } = await open();
    web.files['/large'] = Buffer.alloc(50 * 1024 * 1024 + 1);
    const at = (path: string) => ({ url: `http://${host}${path}` });
    const cases = [
      [at('/large'), 'File size limit is 50 MB.'],
      [at('/missing'), 'The file could not be downloaded.'],
      [{ url: 'nonsense' }, 'URL is invalid'],
      [{ url: 'http://x.example/' }, 'URL is invalid: it must begin with https://.'],
      [{ url: 'https://10.0.0.1/' }, 'URL is invalid: it must point to a public IP.'],
      [{}, 'Send either url or name.'],
      [{ ...at('/large'), name: 'x' }, 'Send either url or name.'],
    ] as const;
    for (const [given, message] of cases)
      expect(await ask('upload', given)).toMatchObject({ status: 400, message });
    expect(await wire.service.database.selectFrom('files').selectAll().execute()).toEqual([]);
    expect(stored()).toEqual([]);
    mkdirSync(upload, { recursive: true });
    writeFileSync(join(upload, 'large'), '');
    truncateSync(join(upload, 'large'), 50 * 1024 * 1024 + 1);
    expect(await ask('upload', { name: 'large' })).toMatchObject({
      message: 'File size limit is 50 MB.',
    });
    const id = await add(Buffer.from('kept'));
    expect(await ask('editfile', { id, ...at('/missing') })).toMatchObject({ status: 400 });
    expect((await ask('fetchfile', { id })).body['file']).toMatchObject({ size: '4' });
  });
});

describe('clients', () => {
  test('get a small file in hex, with its size and hash', async () => {
    const { wire, add, web } = await open();
    const bytes = randomBytes(1024 * 1024);
    const id = await add(bytes);
    const got = await get(wire, await wire.init(), id);
    expect(got).toMatchObject({
      success: true,
      message: 'File download successful',
      contents: bytes.toString('hex'),
      size: bytes.length,
      sha256: hashOf(bytes),
    });
    expect(web.calls).toBe(1);
  });

  test('get a larger file, and an empty one, as a download', async () => {
    const { wire, add } = await open();
    const sessionid = await wire.init();
    const bytes = randomBytes(1024 * 1024 + 1);
    const large = await get(wire, sessionid, await add(bytes));
    expect(large).not.toHaveProperty('contents');
    const response = await download(wire, large['download']);
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      etag: `"${hashOf(bytes)}"`,
    });
    const empty = await get(wire, sessionid, await add(Buffer.alloc(0)));
    expect(empty).toMatchObject({ contents: '', size: 0 });
    const nothing = await download(wire, empty['download']);
    expect([nothing.status, await nothing.text()]).toEqual([200, '']);
  });

  test('resume downloads in ranges', async () => {
    const { wire, add } = await open();
    const bytes = randomBytes(1000);
    const { download: address } = await get(wire, await wire.init(), await add(bytes));
    const etag = `"${hashOf(bytes)}"`;
    const parts: readonly (readonly [Record<string, string>, number, number])[] = [
      [{ range: 'bytes=0-99' }, 0, 99],
      [{ range: 'bytes=900-' }, 900, 999],
      [{ range: 'bytes=999-5000' }, 999, 999],
      [{ range: 'bytes=-10' }, 990, 999],
      [{ range: 'bytes=-5000' }, 0, 999],
      [{ range: 'bytes=5-5', 'if-range': etag }, 5, 5],
    ];
    for (const [headers, start, end] of parts) {
      const response = await download(wire, address, headers);
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
      const got = Buffer.from(await response.arrayBuffer());
      expect(got).toEqual(bytes.subarray(start, end + 1));
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=9-5', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect((await download(wire, address, { range })).status).toBe(200);
    const changed = { range: 'bytes=5-', 'if-range': '"other"' };
    expect((await download(wire, address, changed)).status).toBe(200);
    for (const range of ['bytes=1000-', 'bytes=-0']) {
      const outside = await download(wire, address, { range });
      expect(outside.headers.get('content-range')).toBe('bytes */1000');
      expect(await refusal(wire, address, { range })).toMatchObject({ status: 416 });
    }
  });

  test('get files for signed-in sessions only when signed in', async () => {
    const { wire, add } = await open();
    const id = await add(Buffer.from('x'), '1');
    const sessionid = await wire.init();
    expect(await get(wire, sessionid, id)).toMatchObject({ reason: 'not-signed-in' });
    const signedIn = await wire.signIn(await wire.service.addUser());
    expect(await get(wire, signedIn, id)).toMatchObject({ contents: '78' });
  });

  test('get no deleted or unknown file', async () => {
    const { wire, add, ask } = await open();
    const id = await add(Buffer.from('x'));
    const sessionid = await wire.init();
    const { download: address } = await get(wire, sessionid, id);
    await ask('delfile', { fileid: id });
    const unknown = { reason: 'file-unknown', message: 'File not Found' };
    expect(await get(wire, sessionid, id)).toMatchObject(unknown);
    expect(await refusal(wire, address)).toMatchObject({ ...unknown, status: 400 });
    expect(await get(wire, sessionid, 'nope')).toMatchObject(unknown);
  });
});
