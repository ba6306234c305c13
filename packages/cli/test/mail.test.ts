// `latchkey mail test` and the mail server in `latchkey doctor`.
import { expect, onTestFinished, test } from 'vitest';
import { settingsFile } from '../../service/test/forgot-parts.ts';
import { startFakeSmtp } from '../../service/test/support/fake-smtp.ts';
import { cli, temporaryFolder } from './support/cli.ts';

async function open() {
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.close());
  const file = settingsFile({
    url: `smtp://127.0.0.1:${String(smtp.port)}`,
    from: 'shop@example.com',
    publicUrl: 'https://license.example.com',
  });
  const env = { LATCHKEY_SMTP_FILE: file };
  const send = (to = 'me@example.com') => cli(['mail', 'test', '--to', to], { env });
  const doctor = (more = env) => cli(['doctor', '--data', temporaryFolder()], { env: more });
  return { smtp, send, doctor };
}

test('mail test sends one mail and says that the server accepted it', async () => {
  const { smtp, send } = await open();
  const sent = await send();
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  expect(sent.stdout).toContain('accepted a mail to me@example.com');
  expect(smtp.mails).toMatchObject([{ from: 'shop@example.com', to: 'me@example.com' }]);
});

test('mail test and doctor report a server that refuses or is gone', async () => {
  const { smtp, send, doctor } = await open();
  expect((await doctor()).stdout).toContain('The mail server accepts the service');
  smtp.setMode('unwilling');
  const refused = await send();
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('The mail server did not accept');
  await smtp.close();
  expect((await send()).stderr).toContain('(ESOCKET)');
  expect((await doctor()).stdout).toMatch(/The mail server.*did not accept/s);
  expect(smtp.mails).toEqual([]);
});

test('mail test names missing settings and an invalid address, and doctor needs no mail', async () => {
  const { send, doctor } = await open();
  expect((await cli(['mail', 'test', '--to', 'a@b.example'])).stderr).toContain(
    'LATCHKEY_SMTP_FILE',
  );
  expect(await send('nobody')).toMatchObject({ exitCode: 2 });
  expect((await doctor({ LATCHKEY_SMTP_FILE: '' })).stdout).not.toContain('mail server');
});
