// A service that mails links for a new password, and the settings file of its mail server.
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startFakeSmtp } from './support/fake-smtp.ts';
import { hwid, openWire } from './support/service-client.ts';

/** Writes text and bytes unchanged, and anything else as JSON. */
export function settingsFile(settings: unknown, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'smtp.json');
  const isRaw = typeof settings === 'string' || settings instanceof Uint8Array;
  writeFileSync(file, isRaw ? settings : JSON.stringify(settings));
  chmodSync(file, mode);
  return file;
}

export const email = 'anna@example.com';

/** Opens the service with the account `anna`, whose address is `email`. */
export async function openForgot(options: { readonly mailWaitMs?: number } = {}) {
  const clock = { ms: 1_900_000_000_000 };
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.close());
  const smtpFile = settingsFile({
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Northwind <no-reply@northwind.example>',
    publicUrl: 'https://license.northwind.example/keys/',
  });
  const wire = await openWire({ now: () => clock.ms, interleave: true, smtpFile, ...options });
  const sessionid = await wire.init();
  const key = await wire.service.addLicense({ days: 30 });
  const anna = { type: 'register', username: 'anna', pass: 'old', key, hwid, email };
  const registered = await wire.init();
  expect((await wire.send({ ...anna, sessionid: registered })).body['success']).toBe(true);
  const forgot = async (username = 'anna', address = email) =>
    (await wire.send({ type: 'forgot', sessionid, username, email: address })).body;
  const tokenOf = (index: number) =>
    /\/reset\?token=([A-Za-z0-9_-]{43})\s/.exec(smtp.mails[index]?.text ?? '')?.[1] ?? '';
  const page = (token: string) => fetch(`${wire.service.url}/reset?token=${token}`);
  const change = (token: string, pass: string, again = pass) =>
    fetch(`${wire.service.url}/reset`, {
      method: 'POST',
      body: new URLSearchParams({ token, pass, again }),
    });
  const login = async (pass: string) => {
    const given = { type: 'login', sessionid: await wire.init(), username: 'anna', pass, hwid };
    return (await wire.send(given)).body['success'];
  };
  const links = () => wire.service.database.selectFrom('passwordResets').selectAll().execute();
  return { clock, smtp, wire, registered, forgot, tokenOf, page, change, login, links };
}
