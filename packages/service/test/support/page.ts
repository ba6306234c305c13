// Opens a service with customers' pages, and sends what a page sends.
import { expect } from 'vitest';
import { sessionHeader, shownHeader } from '@latchkey/protocol/desk-api.ts';
import { isPageType, pageApi } from '@latchkey/protocol/page-api.ts';
import { expectNoOtherApplications, withoutNeighbour } from './bystanders/answers.ts';
import { builtPage } from './desk.ts';
import type { TestServiceOptions } from './service.ts';
import { openWire } from './service-client.ts';

type Texts = Readonly<Record<string, string>>;

export const ownPage = 'own-page';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface RequestOptions {
  /** Replaces or adds headers. An empty value removes the header. */
  readonly headers?: Texts;
  readonly method?: string;
  /** Replaces the JSON of the parameters. */
  readonly body?: string;
  readonly query?: string;
}

/** A browser with one cookie jar, at one page. */
export interface PageBrowser {
  /** As `name=value`. Empty without one. */
  cookie: string;
  /** The part of the session id that the page stores. */
  part: string;
  /** The id of the user whom the page shows. */
  shown: string;
  readonly ask: (type: string, parameters?: Texts, more?: RequestOptions) => Promise<PageAnswer>;
  /** Signs in, and reads `me` as the page does. */
  readonly signIn: (user: {
    readonly username: string;
    readonly password: string;
  }) => Promise<PageAnswer>;
}

export function pageBrowser(url: string, page = ownPage, ownHeaders: Texts = {}): PageBrowser {
  const browser: PageBrowser = {
    cookie: '',
    part: '',
    shown: '',
    async ask(type, parameters = {}, { headers = {}, method = 'POST', body, query = '' } = {}) {
      const all: Record<string, string> = {
        origin: url,
        'x-latchkey': '1',
        'content-type': 'application/json',
        cookie: browser.cookie,
        [sessionHeader]: browser.part,
        [shownHeader]: browser.shown,
        ...ownHeaders,
        ...headers,
      };
      const response = await fetch(`${url}/my/${page}/api/${type}${query}`, {
        method,
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
        redirect: 'manual',
        ...(method !== 'GET' && method !== 'HEAD' && { body: body ?? JSON.stringify(parameters) }),
      });
      const answer = await readAnswer(response, type);
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined)
        browser.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      browser.part = answer.headers.get(sessionHeader) ?? browser.part;
      return answer;
    },
    async signIn({ username, password }) {
      expect(await browser.ask('login', { username, pass: password })).toMatchObject({
        status: 200,
      });
      browser.shown = '';
      const me = await browser.ask('me');
      browser.shown = String(me.body['id']);
      return me;
    },
  };
  return browser;
}

async function readAnswer(response: Response, type: string): Promise<PageAnswer> {
  const text = await response.text();
  expectNoOtherApplications(text);
  const { status, headers } = response;
  expect(headers.get('cache-control')).toBe('no-store');
  const body = withoutNeighbour((text === '' ? {} : JSON.parse(text)) as PageAnswer['body']); // checked below
  const { success, ...fields } = body;
  if (success === true && isPageType(type)) {
    expect(status).toBe(200);
    pageApi[type].answer.strict().parse(fields);
  }
  return { status, headers, body };
}

export async function openWithPage(options: TestServiceOptions = {}) {
  const wire = await openWire({ pageFolder: builtPage(), ...options });
  const { service } = wire;
  await namePage(service, service.app, ownPage);
  return {
    ...wire,
    setPage: (settings: Readonly<Record<string, string | number | null>>) =>
      service.database
        .updateTable('applications')
        .set(settings)
        .where('ownerid', '=', service.app.ownerid)
        .execute(),
    browser: (page = ownPage, headers: Texts = {}) => pageBrowser(service.url, page, headers),
  };
}

export async function namePage(
  { database }: Pick<Awaited<ReturnType<typeof openWire>>['service'], 'database'>,
  { name, ownerid }: { readonly name: string; readonly ownerid: string },
  pageName: string,
): Promise<void> {
  await database
    .updateTable('applications')
    .set({ pageName })
    .where('name', '=', name)
    .where('ownerid', '=', ownerid)
    .execute();
}
