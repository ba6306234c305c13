// Opens a service with the desk, and sends what its page sends.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import {
  commonDeskFailures,
  deskApi,
  deskTexts,
  isDeskType,
  me as meSchema,
  sessionHeader,
  shownHeader,
  type DeskSpec,
  type Me,
} from '@latchkey/protocol/desk-api.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { testDataFolder } from '../../../../test/support/test-data-folder.ts';
import { expectNoOtherApplications } from './bystanders/answers.ts';
import { openWithPeople, password } from './people.ts';
import type { TestServiceOptions } from './service.ts';

type Texts = Readonly<Record<string, string>>;

export interface DeskAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface DeskRequestOptions {
  /** Replaces or adds headers. An empty value removes the header. */
  readonly headers?: Texts;
  readonly method?: string;
  /** Replaces the JSON of the parameters. */
  readonly body?: string;
  readonly query?: string;
}

export const script = `"${'desk '.repeat(100)}";`;
export const indexPage = '<!doctype html><title>The desk</title>';

/** Creates a folder like that of the built page, with one script. */
export function builtPage(): string {
  const folder = mkdtempSync(join(testDataFolder, 'latchkey-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), indexPage);
  writeFileSync(join(folder, 'assets/index-abc.js'), script);
  writeFileSync(join(folder, 'licenses.json'), 'not served');
  return folder;
}

/** A browser with one cookie jar. */
export interface Browser {
  /** The cookie of the session, as `name=value`. Empty without one. */
  cookie: string;
  /** The part of the session id that the page stores. Empty over https. */
  part: string;
  /** The headers of the session, as of a thief. */
  readonly held: () => Texts;
  /** The person whom the page shows, as the last answer described them. */
  shown: Pick<Me, 'id' | 'applications'> | null;
  /** Becomes a copy of another browser, like that of a thief. */
  readonly copy: (of: Browser) => void;
  readonly ask: (
    type: string,
    parameters?: Texts,
    more?: DeskRequestOptions,
  ) => Promise<DeskAnswer>;
}

export function browserAt(url: string, ownHeaders: Texts = {}): Browser {
  const browser: Browser = {
    cookie: '',
    part: '',
    shown: null,
    held: () => ({ cookie: browser.cookie, [sessionHeader]: browser.part }),
    copy({ cookie, part, shown }) {
      Object.assign(browser, { cookie, part, shown });
    },
    async ask(type, parameters = {}, { headers = {}, method = 'POST', body, query = '' } = {}) {
      const all: Record<string, string> = {
        origin: url,
        'x-latchkey': '1',
        'content-type': 'application/json',
        ...browser.held(),
        [shownHeader]: shownBy(browser, parameters['application']),
        ...ownHeaders,
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const response = await fetch(`${url}/desk/api/${type}${query}`, {
        method,
        headers: sent,
        redirect: 'manual',
        ...(method !== 'GET' && method !== 'HEAD' && { body: body ?? JSON.stringify(parameters) }),
      });
      const answer = await readDeskAnswer(response, type);
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined)
        browser.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      browser.part = answer.headers.get(sessionHeader) ?? browser.part;
      const described = meSchema.safeParse(answer.body);
      if (described.success) browser.shown = described.data;
      return answer;
    },
  };
  return browser;
}

function shownBy({ shown }: Browser, application: string | undefined): string {
  if (shown === null) return '';
  const found = shown.applications.find(({ name }) => name === application);
  return found === undefined ? shown.id : `${shown.id}/${found.id}`;
}

async function readDeskAnswer(response: Response, type: string): Promise<DeskAnswer> {
  const text = await response.text();
  expectNoOtherApplications(text);
  const body = (text === '' ? {} : JSON.parse(text)) as DeskAnswer['body']; // checked below
  const { status, headers } = response;
  expect(headers.get('cache-control')).toBe('no-store');
  if (isDeskType(type) && text !== '') checkOwn(deskApi[type], { status, headers, body });
  return { status, headers, body };
}

/** Checks an answer of an own operation against its specification. */
function checkOwn(spec: DeskSpec, { status, body }: DeskAnswer): void {
  const { success, ...fields } = body;
  if (success === true) {
    expect(status).toBe(200);
    spec.answer.strict().parse(fields);
    return;
  }
  expect([400, 401, 403, 405, 429, 500]).toContain(status);
  const allowed = [
    ...spec.failures,
    ...commonDeskFailures,
    'signed-out',
    'other-person',
    'password-needed',
  ];
  expect(allowed).toContain(body['code']);
  expect(Object.keys(deskTexts)).toContain(body['code']);
}

export async function openWithDesk(options: TestServiceOptions = {}) {
  const opened = await openWithPeople({ deskFolder: builtPage(), ...options });
  const { service, parts, ownerid, ask, invite, accept } = opened;
  const browser = (headers?: Texts) => browserAt(service.url, headers);
  /** Adds a person with the usual password, who is an owner. */
  const addOwner = async (name: string, of: string) => {
    const id = randomUUID();
    await parts.db
      .insertInto('people')
      .values({
        id,
        ownerid: of,
        name,
        nameFold: fold(name),
        isOwner: 1,
        createdAt: 1,
        passwordHash: await parts.passwordQueue.of('test').hash(password),
        totpSecret: null,
        totpPendingSecret: null,
        totpPendingAt: null,
      })
      .execute();
    return id;
  };
  const signInWith = async (one: Browser, name: string, more: Texts = {}) =>
    one.ask('signin', { ownerid, name, password, ...more });
  return {
    ...opened,
    browser,
    addOwner,
    signInWith,
    /** Creates an account with its person, and returns a browser that is signed in. */
    browserOf: async (name: string, account: Texts = {}): Promise<Browser> => {
      await accept(await invite(name, account));
      const one = browser();
      expect((await signInWith(one, name)).body).toMatchObject({ success: true, name });
      return one;
    },
    /** Like `browserOf`, for an owner of other applications. */
    browserOfOwner: async (name: string, of: string): Promise<Browser> => {
      await addOwner(name, of);
      const one = browser();
      expect((await signInWith(one, name, { ownerid: of })).body).toMatchObject({ success: true });
      return one;
    },
    askSeller: ask,
  };
}
