// The computers and sessions of one user in the seller API (docs/helping.md#computers).
import { expect, test } from 'vitest';
import { openOffline } from './offline-parts.ts';
import { deviceOf, start } from './seats-parts.ts';

interface Computers {
  readonly computers: readonly { readonly id: string; readonly name: string }[];
  readonly allowed: number | null;
}

async function open() {
  const opened = await openOffline({ computers: 2 });
  const { ask, service, signInNamed } = opened;
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signInNamed('desk', {}, bystander);
  const list = async (user = 'anna') => {
    const { body } = await ask('fetchcomputers', { user });
    return body as unknown as Computers; // as its schema says
  };
  return { ...opened, bystander, theirs, list };
}

test('lists the computers of one user without their device ids', async () => {
  const { ask, clock, list, signInNamed } = await open();
  await signInNamed('desk');
  clock.now += 10;
  await ask('addhwiduser', { user: 'anna', hwid: deviceOf('added') });
  const answer = await list();
  expect(answer).toMatchObject({
    computers: [
      { name: 'desk', system: 'System of desk', boundat: String(start), lastseen: String(start) },
      { name: '', system: '', boundat: String(start + 10), lastseen: null },
    ],
    allowed: 2,
  });
  expect(JSON.stringify(answer)).not.toContain(deviceOf('desk'));
  const [theirs] = (await list('berta')).computers;
  expect(theirs?.id).not.toBe(answer.computers[0]?.id);
  await ask('updatesettings', { 'hwid-lock': '0' });
  expect((await list()).allowed).toBeNull();
  expect(await ask('fetchcomputers', { user: 'nobody' })).toMatchObject({
    status: 400,
    message: 'User not found!',
  });
});

test('removes one computer with its sessions, and holds no seat for its offline pass', async () => {
  const { ask, check, list, names, signInForPass, signInNamed, theirs } = await open();
  const desk = await signInForPass('desk');
  const laptop = await signInNamed('laptop');
  const ids = new Map((await list()).computers.map(({ id, name }) => [name, id]));
  const remove = (id = '', user = 'ANNA') => ask('removecomputer', { user, id });
  const unknown = { status: 400, message: 'Computer not found!' };
  for (const id of [deviceOf('desk'), 'x']) expect(await remove(id)).toMatchObject(unknown);
  expect(await remove(ids.get('desk'), 'berta')).toMatchObject(unknown);
  expect(await remove(ids.get('desk'))).toMatchObject({ success: true });
  expect(await names()).toEqual(['laptop']);
  expect(await check(desk.sessionid)).toMatchObject({ ended: 'computer-removed' });
  expect(await check(laptop.sessionid)).toMatchObject({ success: true });
  expect(await check(theirs.sessionid)).toMatchObject({ success: true });
  // The seat is free, although the removed computer has an offline pass.
  expect((await signInNamed('tablet')).result).toEqual({ used: 2, allowed: 2 });
  expect(await names('berta')).toEqual(['desk']);
});

test('ends all sessions of one user and says how many', async () => {
  const { ask, check, signInNamed, theirs } = await open();
  const [desk, laptop] = [await signInNamed('desk'), await signInNamed('laptop')];
  const sessions = async () => (await ask('userdata', { user: 'anna' })).body['sessions'];
  expect(await sessions()).toBe('2');
  expect((await ask('endsessions', { user: 'anna' })).body).toMatchObject({ ended: '2' });
  expect(await sessions()).toBe('0');
  for (const { sessionid } of [desk, laptop])
    expect(await check(sessionid)).toMatchObject({ ended: 'ended-elsewhere' });
  expect(await check(theirs.sessionid)).toMatchObject({ success: true });
  expect((await ask('endsessions', { user: 'anna' })).body).toMatchObject({ ended: '0' });
});

test('says whether a user has an e-mail', async () => {
  const { ask } = await open();
  const hasMail = async (user: string) => (await ask('userdata', { user })).body['hasemail'];
  await ask('editemail', { user: 'anna', email: 'anna@example.org' });
  expect([await hasMail('anna'), await hasMail('berta')]).toEqual([true, false]);
  await ask('editemail', { user: 'anna', email: '' });
  expect(await hasMail('anna')).toBe(false);
});
