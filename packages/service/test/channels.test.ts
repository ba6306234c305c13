// Chat channels: the seller's operations, and mutes.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { addOtherApplication } from './support/another-application.ts';
import { startAt, open, chatOf, worked } from './chats-parts.ts';

const failed = (message: string) => ({ status: 400, success: false, message });

test('a muted user reads but cannot write until the mute expires or is lifted', async () => {
  const { ask, join, clock } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const ann = await join();
  const until = startAt / 1000 + 60;
  expect(await ask('muteuser', { user: ann.username, time: '60' })).toMatchObject(
    worked('Successfully muted user!'),
  );
  const muted = {
    success: false,
    reason: 'chat-muted',
    message: "You're muted from chat until January 15, 2027, 8:01 am",
    mutedUntil: until,
  };
  expect(await ann.say('main', '1')).toMatchObject(muted);
  expect(await ann.read('main')).toEqual([]);
  expect((await ask('fetchallmutes')).body['mutes']).toEqual([
    { user: ann.username, time: String(until) },
  ]);
  clock.ms += 59_999;
  expect(await ann.say('main', '2')).toMatchObject(muted);
  clock.ms += 1;
  expect(await ann.say('main', '3')).toMatchObject({ success: true });
  expect((await ask('fetchallmutes')).body['mutes']).toEqual([]);
  expect(await ask('unmuteuser', { user: ann.username })).toMatchObject(
    failed('User is not muted!'),
  );
  await ask('muteuser', { user: ann.username, time: '60' });
  await ask('muteuser', { user: ann.username, time: '600' });
  expect(await ask('unmuteuser', { user: ann.username })).toMatchObject(
    worked('Successfully unmuted user!'),
  );
  expect(await ann.say('main', '4')).toMatchObject({ success: true });
});

test('adds, changes, lists and removes channels with their messages', async () => {
  const { ask, join, service } = await open();
  expect(await ask('addchannel', { name: 'b', delay: '5' })).toMatchObject(
    worked('Successfully created channel!'),
  );
  expect(await ask('addchannel', { name: 'b', delay: '6' })).toMatchObject(
    failed('Channel already exists!'),
  );
  await ask('addchannel', { name: 'a', delay: '0' });
  expect(await ask('editchan', { name: 'b', delay: '7' })).toMatchObject(
    worked('Successfully updated channel!'),
  );
  expect((await ask('fetchallchats')).body['chats']).toEqual([
    { name: 'a', delay: '0' },
    { name: 'b', delay: '7' },
  ]);
  const ann = await join();
  await ann.say('b', 'Hello');
  expect(await ask('delchannel', { name: 'b' })).toMatchObject(
    worked('Successfully deleted channel!'),
  );
  expect(await ann.read('b')).toEqual([]);
  expect(await service.database.selectFrom('chatMessages').select('id').execute()).toEqual([]);
  for (const [type, message] of [
    ['delchannel', 'Failed to delete channel!'],
    ['clearchannel', 'Failed to clear channel!'],
    ['editchan', 'Failed to update channel!'],
  ] as const)
    expect(await ask(type, { name: 'b', delay: '0' })).toMatchObject(failed(message));
});

test('rejects a mute of an unknown user or with an invalid time', async () => {
  const { ask, service } = await open();
  for (const type of ['muteuser', 'unmuteuser'])
    expect(await ask(type, { user: 'nobody', time: '1' })).toMatchObject(failed('User not found!'));
  const { username } = await service.addUser();
  for (const time of ['0', '-1', '1.5', '315360001'])
    expect(await ask('muteuser', { user: username, time })).toMatchObject(
      failed('The parameter "time" is not valid.'),
    );
  expect(await ask('addchannel', { name: 'a', delay: '-1' })).toMatchObject(
    failed('The parameter "delay" is not valid.'),
  );
});

test('masks an author who signed in with a license, even after the license is deleted', async () => {
  const { ask, service, signIn, send } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const key = await service.addLicense({ days: 1 });
  await ask('activate', { user: key, pass: key, key });
  const { say, read } = chatOf({ send }, await signIn({ username: key, password: key }));
  await say('main', 'with license');
  await service.database.deleteFrom('licenses').execute();
  await say('main', 'without');
  const authors = (await read('main')).map(({ author }) => author);
  expect(authors).toEqual([`****${key.slice(-4)}`, `****${key.slice(-4)}`]);
});

test('a channel with the same name in another application has no effect', async () => {
  const { ask, join, service, clock } = await open();
  const { id } = await addOtherApplication(service, { id: 'another' });
  const theirs = { applicationId: id, delaySeconds: 0, ...withFold('name', 'MAIN') };
  await service.database.insertInto('channels').values(theirs).execute();
  await ask('addchannel', { name: 'main', delay: '60' });
  const ann = await join();
  expect(await ann.say('main', 'Hello')).toMatchObject({ success: true });
  expect((await ann.read('main')).map(({ message }) => message)).toEqual(['Hello']);
  clock.ms += 20_000;
  expect(await ann.say('main', 'Again')).toMatchObject({ success: false, retryAfter: 40 });
});
