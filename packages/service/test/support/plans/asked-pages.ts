// Sends every operation of the desk's people and of the customers' page, and opens `/reset`.
import type { PageAnswer } from '@latchkey/protocol/page-api.ts';
import { openForgot } from '../../forgot-parts.ts';
import { openMailServer } from '../../mail-server-parts.ts';
import { openWithDesk } from '../desk.ts';
import { openWithPage } from '../page.ts';
import { password } from '../people.ts';
import { hwid } from '../service-client.ts';
import type { Collect } from './asked-statements.ts';
import { never } from './empty-service.ts';

type Texts = Readonly<Record<string, string>>;
interface Asking {
  readonly ask: (type: string, parameters?: Texts) => Promise<{ readonly body: Body }>;
}
type Body = Readonly<Record<string, unknown>>;

/** Returns a function that asks as a browser, and notes which operations succeeded. */
function recorder(collect: Collect, succeeded: Set<string>, place: 'desk' | 'page') {
  return async (browser: Asking, type: string, parameters: Texts = {}): Promise<Body> => {
    const { body } = await collect(() => browser.ask(type, parameters));
    if (body['success'] === true) succeeded.add(`${place} ${type}`);
    return body;
  };
}

export async function askDesk(collect: Collect, succeeded: Set<string>): Promise<void> {
  const desk = await openWithDesk({ after: never });
  const { ownerid, service } = desk;
  const ask = recorder(collect, succeeded, 'desk');
  await desk.browserOf('olga');
  const [olga, other, invited] = [desk.browser(), desk.browser(), desk.browser()];
  const credentials = { ownerid, name: 'olga', password };
  await ask(olga, 'signin', credentials);
  await ask(olga, 'me');
  await ask(olga, 'confirm', { password });
  await ask(other, 'signin', credentials);
  const { sessions = [] } = (await ask(olga, 'sessions')) as { sessions?: { handle: string }[] }; // as its schema says
  for (const { handle } of sessions) await ask(other, 'endsession', { handle });
  await ask(olga, 'signin', credentials);
  const { secret } = await ask(olga, 'offersecondfactor');
  const code = () => service.totpCode(String(secret));
  const { recoveryCodes = [] } = (await ask(olga, 'confirmsecondfactor', { code: code() })) as {
    recoveryCodes?: string[];
  }; // as its schema says
  const owner = await desk.browserOfOwner('owen', 'anotherOwn');
  await ask(owner, 'createapplication', { name: 'Another', subscription: 'Pro' });
  await ask(olga, 'info', { application: service.app.name, key: 'none' });
  await ask(other, 'signin', { ...credentials, code: recoveryCodes[0] ?? '' });
  await ask(other, 'endsecondfactor', { code: recoveryCodes[1] ?? '' });
  await ask(other, 'changepassword', { password, newPassword: `${password} again` });
  await ask(other, 'signout');
  const token = await desk.invite('mia');
  await ask(invited, 'invitation', { token });
  await ask(invited, 'acceptinvitation', { token, password });
}

export async function askPage(collect: Collect, succeeded: Set<string>): Promise<void> {
  const server = await openMailServer();
  const { browser, service, init, send } = await openWithPage({
    after: never,
    smtpFile: server.smtpFile,
  });
  const ask = recorder(collect, succeeded, 'page');
  await service.database
    .updateTable('applications')
    .set({ ownSessions: 1, resets: 1, accountMails: 1, hwidLock: 1 })
    .execute();
  const anna = await service.addUser({ username: 'anna' });
  const { username, password: pass } = anna;
  await send({ type: 'login', sessionid: await init(), username, pass, hwid, computer: 'Office' });
  const one = browser();
  await ask(one, 'about');
  await ask(one, 'login', { username: 'anna', pass: anna.password });
  const me = await ask(one, 'me');
  one.shown = String(me['id']);
  const key = await service.addLicense({ days: 1 });
  await ask(one, 'upgrade', { key });
  for (const type of ['keys', 'downloads', 'exportme', 'deleteme', 'keepme']) await ask(one, type);
  const { computers } = (await ask(one, 'me')) as PageAnswer<'me'>; // as its schema says
  for (const { id } of computers?.list ?? []) await ask(one, 'removecomputer', { id });
  await ask(one, 'confirm', { pass: anna.password });
  await ask(one, 'changeemail', { email: 'anna@example.org' });
  const text = (await server.mails(1)).at(-1)?.text ?? '';
  const code = /^[0-9a-z]{4}-[0-9a-z]{4}$/m.exec(text)?.[0] ?? '';
  await ask(one, 'confirmemail', { email: 'anna@example.org', code });
  await ask(one, 'signout');
}

export async function askReset(collect: Collect): Promise<void> {
  const { forgot, tokenOf, page, change } = await openForgot();
  await forgot();
  await collect(() => page(tokenOf(0)));
  await collect(() => change(tokenOf(0), 'a new pass phrase'));
}
