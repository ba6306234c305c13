// `latchkey audit --user` for users whose name is a license key, which the audit log masks, and for
// the ids that stand for such names.
import { expect, test } from 'vitest';
import { cli, keyFile, openBench } from './support/cli.ts';
import { hwid, wireTo } from '../../service/test/support/service-client.ts';
import { sellerOf } from '../../service/test/support/seller-client.ts';

const [short, long] = ['K7Q2', 'LONG-K7Q2-7788-9911'];

async function open() {
  const bench = await openBench();
  const { service, run } = bench;
  const ask = sellerOf(service);
  const { send, init } = wireTo(service);
  for (const key of [short, long]) {
    const created = await ask('add', { expiry: '30', mask: key, force: '1' });
    expect(created.body).toMatchObject({ key });
    const signedIn = await send({ type: 'license', sessionid: await init(), key, hwid });
    expect(signedIn.body).toMatchObject({ success: true });
    await ask('resetuser', { user: key });
  }
  for (const username of ['anna', 'annabella-9999']) {
    await service.addUser({ username });
    await run(`users ban ${username} --reason shared`);
  }
  const added = await cli([
    ...['app', 'keys', 'add', '--data', service.dataFolder, '--name', service.app.name],
    ...['--ownerid', service.app.ownerid, '--scope', 'read', '--label', 'reader', '--json'],
  ]);
  const reader = keyFile(String(added.json()['sellerkey']));
  const asReader = (words: string) =>
    cli([...words.split(' '), '--url', service.url, '--key-file', reader]);
  const { users } = (await asReader('users list --json')).json();
  const idOf = (masked: string) =>
    String((users as Record<string, string>[]).find((one) => one['username'] === masked)?.userid); // as its schema says
  return { run, asReader, idOf };
}

const changed = (text: string) =>
  text
    .split('\n')
    .flatMap(
      (line) =>
        /(?<what>resetuser|banuser) +(?<who>\S+)/u.exec(line)?.[0].replaceAll(/ +/gu, ' ') ?? [],
    );

test('audit finds a masked name of any length, by the name and by the id', async () => {
  const { run, asReader, idOf } = await open();
  const of = async (user: string) => changed((await run(`audit --changes --user ${user}`)).stdout);
  expect(await of(long)).toEqual(['resetuser user=****9911']);
  expect(await of(short)).toEqual(['resetuser user=****']);
  expect(await of('annabella-9999')).toEqual(['banuser user=annabella-9999']);
  for (const [masked, id] of [
    ['****9911', idOf('****9911')],
    ['****', idOf('****')],
  ] as const) {
    const rows = [`resetuser user=${masked}`];
    expect(await of(id)).toEqual(rows);
    expect(changed((await asReader(`audit --changes --user ${id}`)).stdout)).toEqual(rows);
  }
});

test('audit says when a masked line may be about another user, and refuses an unknown id', async () => {
  const { run } = await open();
  const note = '**** hides a license key, possibly another one.';
  const short = await run('audit --changes --user anna');
  expect(short.stdout + short.stderr).toContain(note);
  const long = await run('audit --changes --user annabella-9999');
  expect(long.stdout + long.stderr).not.toContain(note);
  expect(await run('audit --user id:none')).toMatchObject({ exitCode: 1, stdout: '' });
});
