// A user of the customers' page, and a program that signs in with a token of the page.
import { expect } from 'vitest';
import { openWithPage, type PageBrowser } from './support/page.ts';
import { hwid } from './support/service-client.ts';

export async function openWebLoader() {
  const clock = { ms: 1_900_000_000_000 };
  const opened = await openWithPage({ now: () => clock.ms });
  await opened.setPage({ webLoader: 1 });
  const anna = await opened.service.addUser({ username: 'anna' });
  const one = opened.browser();
  await one.signIn(anna);
  /** Signs in as the clients of the family do, without `pass`. */
  const signInWith = async (token: string, username = 'anna', more = {}) => {
    const sessionid = await opened.init();
    const { body } = await opened.send({
      ...{ type: 'login', sessionid, username, token, hwid },
      ...more,
    });
    return { sessionid, body };
  };
  return { ...opened, anna, one, signInWith, clock };
}

export const wrong = { success: false, reason: 'bad-credentials' };

export async function tokenOf(one: PageBrowser): Promise<string> {
  const { body } = await one.ask('programtoken');
  expect(body).toMatchObject({ success: true });
  return String(body['token']);
}
