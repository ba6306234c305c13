// Requests that pages of other origins send to the desk of a signed-in person. None has an effect,
// and the same requests reach a site without defences.
import type { Page } from '@playwright/test';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { expect, test } from './attacker-page.ts';

interface Forged {
  /** The address of the operations, with a slash at the end. */
  readonly target: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Runs in a page of the attacker: sends one operation in every way that a page can send it. */
async function forge({ target, operation, parameters }: Forged): Promise<void> {
  const url = target + operation;
  const json = JSON.stringify(parameters);
  const query = `${url}?${new URLSearchParams(parameters).toString()}`;
  const loaded = async (element: HTMLElement, start: () => void) => {
    const ended = new Promise((resolve) => {
      element.addEventListener('load', resolve, { once: true });
      element.addEventListener('error', resolve, { once: true });
    });
    document.body.append(element);
    start();
    await ended;
  };
  const submit = async (method: string, enctype: string, fields: Record<string, string>) => {
    const sink = document.createElement('iframe');
    sink.name = `sink-${Math.random()}`;
    document.body.append(sink);
    const form = document.createElement('form');
    Object.assign(form, { action: url, method, enctype, target: sink.name });
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input');
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    const ended = new Promise((resolve) => {
      sink.addEventListener('load', resolve, { once: true });
    });
    form.submit();
    await ended;
  };
  await submit('post', 'application/x-www-form-urlencoded', parameters);
  await submit('post', 'multipart/form-data', parameters);
  // A body that is JSON: `{"a":"b","=":""}`.
  await submit('post', 'text/plain', { [`${json.slice(0, -1)},"`]: '":""}' });
  await submit('get', 'application/x-www-form-urlencoded', parameters);
  const credentials = 'include';
  const [header, type] = [{ 'x-latchkey': '1' }, { 'content-type': 'application/json' }];
  const requests: readonly RequestInit[] = [
    { method: 'POST', mode: 'no-cors', body: json },
    { method: 'POST', mode: 'no-cors', body: new Blob([json]) },
    { method: 'POST', mode: 'cors', body: json },
    { method: 'POST', mode: 'cors', body: json, headers: { ...header, ...type } },
    { method: 'POST', mode: 'cors', body: json, headers: type },
    { method: 'POST', mode: 'no-cors', body: json, keepalive: true },
  ];
  for (const request of requests)
    await fetch(url, { ...request, credentials }).catch(() => undefined);
  await fetch(query, { mode: 'no-cors', credentials }).catch(() => undefined);
  navigator.sendBeacon(url, json);
  const image = document.createElement('img');
  await loaded(image, () => (image.src = query));
  const script = document.createElement('script');
  await loaded(script, () => (script.src = query));
  const frame = document.createElement('iframe');
  await loaded(frame, () => (frame.src = query));
}

/** Leaves the attacker's page with a form, whose answer may set cookies from any site. */
async function leaveWithForm(
  page: Page,
  { target, operation, parameters }: Forged,
  enctype: string,
): Promise<void> {
  const isText = enctype === 'text/plain';
  const json = JSON.stringify(parameters);
  const fields = isText ? { [`${json.slice(0, -1)},"`]: '":""}' } : parameters;
  await page.evaluate(
    ([action, encoding, all]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'post', enctype: encoding });
      for (const [name, value] of Object.entries(all)) {
        const field = document.createElement('input');
        Object.assign(field, { name, value });
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    [target + operation, enctype, fields] as const,
  );
  await page.waitForURL(target + operation);
}

async function forgeAll(
  page: Page,
  target: string,
  operations: Readonly<Record<string, Forged['parameters']>>,
) {
  for (const [operation, parameters] of Object.entries(operations))
    await page.evaluate(forge, { target, operation, parameters });
}

/** Sends from the page of the desk, as its own script does. */
function sendFromDesk(page: Page, operation: string, parameters: Forged['parameters']) {
  return page.evaluate(
    async ([name, json]) => {
      const send = (operation: string, body: string, shown: Readonly<Record<string, string>>) =>
        fetch(`/desk/api/${operation}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-latchkey': '1',
            'x-latchkey-session': localStorage.getItem('session') ?? '',
            ...shown,
          },
          body,
        });
      const me = (await (await send('me', '{}', {})).json()) as Partial<Me>; // as the desk answers
      const { application } = JSON.parse(json) as { readonly application?: string }; // our parameters
      const found = me.applications?.find((one) => one.name === application);
      const shown = found === undefined ? (me.id ?? '') : `${me.id}/${found.id}`;
      const answer = await send(name, json, { 'x-latchkey-as': shown });
      return (await answer.json()) as { readonly success: boolean; readonly name?: string }; // as the desk answers
    },
    [operation, JSON.stringify(parameters)] as const,
  );
}

for (const site of ['sameSite', 'crossSite'] as const)
  test(`no request of a page of another origin changes anything: ${site}`, async ({
    page,
    desk,
    owner,
    shop,
    seller,
    attacker,
    defenceless,
  }) => {
    const other = await shop.addOwner('Otto');
    await desk.signIn(owner);
    const application = shop.app.name;
    const operations = {
      add: { application, expiry: '30', amount: '1' },
      addAccount: { application, role: 'Manager', user: 'Eva', scopes: 'all' },
      signin: { ownerid: other.ownerid, name: other.name, password: other.password },
      signout: {},
    };
    const evil = await page.context().newPage();
    await evil.goto(attacker[site]);

    await forgeAll(evil, `${desk.url}api/`, operations);
    expect(await sendFromDesk(page, 'me', {})).toMatchObject({ success: true, name: owner.name });
    expect((await seller('fetchallkeys'))['keys']).toEqual([]);
    expect((await seller('fetchallaccounts'))['accounts']).toEqual([]);

    // The same requests arrive where nothing stops them, from the same site with the cookie.
    await forgeAll(evil, `${defenceless[site]}/`, operations);
    for (const [operation, parameters] of Object.entries(operations)) {
      const arrived = defenceless.received.filter(({ path }) => path.startsWith(`/${operation}`));
      const writes = arrived.filter(({ method }) => method === 'POST');
      expect(writes.length, operation).toBeGreaterThanOrEqual(10);
      const asJson = writes.filter(({ body }) => body === JSON.stringify(parameters));
      expect(asJson.length, operation).toBeGreaterThanOrEqual(7);
      expect(arrived.length - writes.length, operation).toBeGreaterThanOrEqual(5);
      if (site === 'sameSite')
        expect(asJson.filter(({ cookie }) => cookie.includes('latchkey='))).not.toEqual([]);
    }

    // The desk's own page may do all of it.
    const key = await sendFromDesk(page, 'add', operations.add);
    expect(key).toMatchObject({ success: true });
    expect((await seller('fetchallkeys'))['keys']).toHaveLength(1);
    expect(await sendFromDesk(page, 'signout', {})).toMatchObject({ success: true });
    expect(await sendFromDesk(page, 'me', {})).toMatchObject({ success: false });
  });

for (const site of ['sameSite', 'crossSite'] as const)
  test(`no form of a page of another origin signs in or out: ${site}`, async ({
    page,
    desk,
    owner,
    shop,
    attacker,
    defenceless,
  }) => {
    const { ownerid, name, password } = await shop.addOwner('Otto');
    const operations = { signin: { ownerid, name, password }, signout: {} };
    await desk.signIn(owner);
    const evil = await page.context().newPage();
    const leave = async (target: string) => {
      for (const [operation, parameters] of Object.entries(operations))
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
          await evil.goto(attacker[site]);
          await leaveWithForm(evil, { target, operation, parameters }, enctype);
        }
    };
    await leave(`${desk.url}api/`);
    expect(await sendFromDesk(page, 'me', {})).toMatchObject({ success: true, name: owner.name });
    await leave(`${defenceless[site]}/`);
    expect(defenceless.received.filter(({ method }) => method === 'POST')).toHaveLength(4);
    expect(await sendFromDesk(page, 'signin', operations.signin)).toMatchObject({ name: 'Otto' });
  });

test('a page of another origin cannot read an answer of the desk @main', async ({
  page,
  desk,
  owner,
  attacker,
  defenceless,
}) => {
  await desk.signIn(owner);
  const evil = await page.context().newPage();
  await evil.goto(attacker.sameSite);
  const read = (url: string) =>
    evil.evaluate(
      (address) =>
        fetch(address, { credentials: 'include' }).then(
          (answer) => answer.text(),
          () => 'not readable',
        ),
      url,
    );
  for (const path of ['', 'api/me', 'assets/none.js'])
    expect(await read(desk.url + path)).toBe('not readable');
  expect(await read(`${defenceless.sameSite}/`)).toContain('Another site');
});
