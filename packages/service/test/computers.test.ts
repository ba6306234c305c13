// The list of a user's computers, their names, and races for the last seat
// (docs/protocol.md#removing-a-computer).
import { expect, test } from 'vitest';
import { openRemovals } from './removals-parts.ts';
import { deviceOf, start } from './seats-parts.ts';

test('a signed-in user sees and names their own computers', async () => {
  const { service, send, signInNamed, setResets, names, devices, ask } = await openRemovals({
    computers: 2,
  });
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signInNamed('desk', {}, bystander);
  const [{ sessionid }] = [await signInNamed('desk'), await signInNamed('laptop')];
  const list = async (id = sessionid) => {
    const { body } = await send({ type: 'computers', sessionid: id });
    return (body['computers'] ?? body['reason']) as readonly { id: string }[]; // as its schema says
  };
  const own = await list();
  expect(own).toMatchObject([
    { name: 'desk', system: 'System of desk', lastSeen: start, current: true },
    { name: 'laptop', lastSeen: start, current: false },
  ]);
  const rename = async (id: string, computer: string) =>
    (await send({ type: 'renamecomputer', sessionid, id, computer })).body;
  const [desk, laptop] = own.map(({ id }) => id);
  expect(await rename(laptop ?? '', ' Old\u202e laptop ')).toMatchObject({ success: true });
  expect(await devices()).toMatchObject([{ name: 'desk' }, { name: 'Old laptop' }]);
  // Another user of the same computer has another id for it.
  const [foreign] = await list(theirs.sessionid);
  expect(foreign?.id).not.toBe(desk);
  for (const id of [foreign?.id ?? '', deviceOf('desk')])
    expect(await rename(id, 'taken over')).toMatchObject({ reason: 'computer-unknown' });
  expect(await devices('berta')).toMatchObject([{ name: 'desk' }]);
  await ask('addhwiduser', { user: 'anna', hwid: deviceOf('added') });
  expect(await list()).toHaveLength(3);
  await setResets(0);
  expect(await list()).toBe('type-unknown');
  expect(await rename(desk ?? '', 'New')).toMatchObject({ reason: 'type-unknown' });
  expect(await names()).toContain('desk');
});

test('computers that lose the race for the last seat are offered a removal', async () => {
  const { signInNamed, names } = await openRemovals({ interleave: true });
  const devices = ['one', 'two', 'three', 'four', 'five'];
  const answers = await Promise.all(devices.map((device) => signInNamed(device)));
  const refused = answers.filter(({ body }) => body['success'] !== true);
  expect(refused).toHaveLength(4);
  const [name] = await names();
  for (const { body } of refused)
    expect(body).toMatchObject({
      reason: 'wrong-device',
      computers: [{ name }],
      resets: { left: 2 },
      ticket: expect.any(String) as string, // matches a string
    });
});
