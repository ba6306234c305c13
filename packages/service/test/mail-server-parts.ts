// A mail server for a test, and the mails that it received.
import { expect, onTestFinished } from 'vitest';
import { settingsFile } from './forgot-parts.ts';
import { startFakeSmtp } from './support/fake-smtp.ts';

export async function openMailServer() {
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.close());
  const smtpFile = settingsFile({
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Northwind <no-reply@northwind.example>',
    publicUrl: 'https://license.northwind.example',
  });
  /** Waits for `count` mails, because no answer waits for the mail server. */
  const mails = async (count: number) => {
    await expect.poll(() => smtp.mails.length).toBeGreaterThanOrEqual(count);
    expect(smtp.mails).toHaveLength(count);
    return smtp.mails.map(({ to, text }) => ({
      to,
      text: text.replaceAll('\r\n', '\n').trimEnd(),
    }));
  };
  const subjects = () => smtp.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);
  return { smtp, smtpFile, mails, subjects };
}
