// Operations by id affect exactly one of several files or webhooks.
import { expect, test } from 'vitest';
import { download, get, open as openFiles } from './files-parts.ts';
import { open as openWebhooks } from './webhooks-parts.ts';

test('reads, serves, changes and deletes only the file with the given id', async () => {
  const { wire, ask, add } = await openFiles();
  const contents = ['first', 'second', 'third'];
  const ids: string[] = [];
  for (const text of contents) ids.push(await add(Buffer.from(text), '0', `/${text}`));
  const sessionid = await wire.init();
  for (const [index, id] of ids.entries()) {
    expect((await ask('fetchfile', { id })).body['file']).toMatchObject({ name: contents[index] });
    const answer = await get(wire, sessionid, id);
    expect(Buffer.from(String(answer['contents']), 'hex').toString()).toBe(contents[index]);
    expect(await (await download(wire, answer['download'])).text()).toBe(contents[index]);
  }
  const authed = async () => {
    const files = (await ask('fetchallfiles')).body['files'] as { id: string; authed: number }[]; // as its schema says
    return new Map(files.map((file) => [file.id, file.authed]));
  };
  const [first = '', second = '', third = ''] = ids;
  await ask('editfile', { id: second, authed: '1' });
  expect(await authed()).toEqual(
    new Map([
      [first, 0],
      [second, 1],
      [third, 0],
    ]),
  );
  await ask('delfile', { fileid: second });
  expect(await authed()).toEqual(
    new Map([
      [first, 0],
      [third, 0],
    ]),
  );
  expect((await get(wire, sessionid, second))['reason']).toBe('file-unknown');
});

test('calls only the webhook with the given id', async () => {
  const { wire, add, seen } = await openWebhooks();
  const ids = [await add('/first', { authed: '0' }), await add('/second', { authed: '0' })];
  const sessionid = await wire.init();
  const call = async (webid: string) =>
    (await wire.send({ type: 'webhook', sessionid, webid }, 'POST')).body;
  for (const id of [...ids].reverse()) expect((await call(id))['success']).toBe(true);
  expect(seen.map(({ url }) => url)).toEqual(['/second', '/first']);
  expect((await call('neither'))['reason']).toBe('webhook-unknown');
});
