// `latchkey demo keep`: a demo becomes a seller's data, and the new secrets are shown once.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, temporaryFolder } from './support/cli.ts';

async function serve(data: string, ...more: string[]) {
  const stop = new AbortController();
  return cli(['serve', '--data', data, '--port', '0', '--json', ...more], {
    stop: stop.signal,
    onWritten: ({ stdout }) => {
      if (stdout !== '') stop.abort();
    },
  });
}

test('demo keep prints the new secrets, after which the data starts without --demo', async () => {
  const data = temporaryFolder();
  expect(await serve(data, '--demo')).toMatchObject({ exitCode: 0 });
  const refused = await serve(data);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain(`latchkey demo keep --data ${data}`);

  const keyFile = join(temporaryFolder(), 'seller-key');
  const kept = await cli(['demo', 'keep', '--data', data, '--key-file', keyFile]);
  expect(kept).toMatchObject({ exitCode: 0, stderr: '' });
  expect(kept.stdout).toMatch(/^ {2}anna: [A-Za-z0-9]{20}$/m);
  expect(kept.stdout).toMatch(/^ {2}theo: [A-Za-z0-9]{20}, one-time code secret [A-Z2-7]{32}$/m);
  expect(kept.stdout).toMatch(
    /^ {2}NWDEMO-[0-9A-Z]{6}-[0-9A-Z]{6}-[0-9A-Z]{6} \(was NWDEMO-LIFE99-K3T7QX-ZP5M2H\)$/m,
  );
  expect(readFileSync(keyFile, 'utf8')).toMatch(/^[A-Za-z0-9]{32}\n$/);
  expect(existsSync(join(data, 'demo-seller-key'))).toBe(false);

  expect(await serve(data)).toMatchObject({ exitCode: 0 });
  const again = await cli(['demo', 'keep', '--data', data, '--json']);
  expect(again).toMatchObject({ exitCode: 1 });
  expect(again.json()).toMatchObject({ success: false });
  expect(again.stderr + again.stdout).toContain('is not a demo');
});
