// Names of variables and channels in any case, without duplicates.
import { expect, test } from 'vitest';
import { openNamed as open } from './support/named-service.ts';

test('a global variable is found by its name in any case', async () => {
  const { service, as, init, beside } = await open();
  await service.addVariable('Motd', 'hello', false);
  await service.addVariable('Motd2', 'other', false);
  const sessionid = await init();
  const read = async (varid: string) => (await as('var', { varid }, sessionid))['message'];
  await beside(async () => {
    for (const name of ['Motd', 'MOTD', 'ｍｏｔｄ']) expect(await read(name)).toBe('hello');
    expect(await read('mot')).toBe('Variable not found.');
  });
});

test('a user variable is found in any case, changed without a duplicate, and only for its user', async () => {
  const { as, addUser, init, ask } = await open();
  await addUser('Anna');
  await addUser('Berta');
  const session = async (username: string) => {
    const sessionid = await init();
    await as('login', { username, pass: 'right' }, sessionid);
    return sessionid;
  };
  const [anna, berta] = [await session('Anna'), await session('Berta')];
  await as('setvar', { var: 'COLOUR', data: 'red' }, berta);
  for (const [name, data] of [
    ['Colour', 'blue'],
    ['COLOUR', 'green'],
    ['ｃolour', 'white'],
  ] as const)
    expect(await as('setvar', { var: name, data }, anna)).toMatchObject({ success: true });
  expect(await as('getvar', { var: 'colour' }, anna)).toMatchObject({ response: 'white' });
  expect((await ask('fetchalluservars')).body['vars']).toEqual([
    { user: 'Anna', name: 'Colour', data: 'white', readOnly: 0 },
    { user: 'Berta', name: 'COLOUR', data: 'red', readOnly: 0 },
  ]);
  await ask('setvar', { user: 'anna', var: 'colour', data: 'fixed', readOnly: '1' });
  const refused = await as('setvar', { var: 'colOUR', data: 'x' }, anna);
  expect(refused).toMatchObject({ reason: 'variable-read-only' });
});

test('a channel has one chat and one delay in any case of its name', async () => {
  const { as, addUser, init, ask, beside } = await open();
  await ask('addchannel', { name: 'Lobby', delay: '60' });
  await addUser('Anna');
  const sessionid = await init();
  await as('login', { username: 'anna', pass: 'right' }, sessionid);
  const say = (channel: string) => as('chatsend', { channel, message: 'hello' }, sessionid);
  await beside(async () => {
    expect(await say('LOBBY')).toMatchObject({ success: true });
    for (const again of ['Lobby', 'lobby', 'LOBBY'])
      expect(await say(again)).toMatchObject({ reason: 'chat-too-fast' });
    expect(await say('lobbyy')).toMatchObject({ reason: 'channel-unknown' });
    const { messages } = await as('chatget', { channel: 'loBBy' }, sessionid);
    expect(messages).toMatchObject([{ author: 'Anna', message: 'hello' }]);
  });
});
