// The table of docs/protocol.md#states: what each client API operation answers in every state.
import { randomUUID } from 'node:crypto';
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, type Parameters, type Wire } from './support/service-client.ts';
import type { TestUser } from './support/service-seeds.ts';

/** The columns of the table, in order. */
export const states = [
  'no session',
  'unknown',
  'of another application',
  'past',
  'initialised',
  'signed in',
  'banned',
  'expired',
  'paused',
  'application disabled',
  'application paused',
] as const;
export type State = (typeof states)[number];
export type Cell = AnyReason | 'ok';
type Row = readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell];

const gone = ['session-gone', 'session-gone', 'session-gone'] as const;
const lost = ['bad-request', ...gone] as const;
const stopped = ['app-disabled', 'app-paused'] as const;
export const endings = ['banned', 'no-subscription', 'subscription-paused'] as const;
const ok3 = ['ok', 'ok', 'ok'] as const;
const off3 = ['type-unknown', 'type-unknown', 'type-unknown'] as const;

const forNoSession: Row = ['ok', ...ok3, 'ok', 'ok', ...ok3, ...stopped];
const forAny = (I: Cell, V: Cell): Row => [...lost, I, V, ...endings, ...stopped];
const forSignedIn = (V: Cell): Row => forAny('not-signed-in', V);

interface Line {
  /** Overrides the default title of the line's tests. */
  readonly title?: string;
  readonly parameters: (user: TestUser, wire: Wire) => Parameters | Promise<Parameters>;
  readonly cells: Row;
}

const none = () => ({});

// none, unknown, other, past | initialised | signed in | banned, expired, paused | app states
export const table: Readonly<Record<ClientType, readonly Line[]>> = {
  init: [{ parameters: none, cells: forNoSession }],
  login: [
    {
      parameters: ({ username, password }) => ({ username, pass: password, hwid }),
      cells: [...lost, 'ok', 'ok', ...endings, ...stopped],
    },
  ],
  loginEmail: [
    {
      parameters: async ({ username, password }, wire) => {
        const email = `${username}@example.org`;
        await sellerOf(wire.service)('editemail', { user: username, email });
        return { email, pass: password, hwid };
      },
      cells: [...lost, 'ok', 'ok', ...endings, ...stopped],
    },
  ],
  register: [
    {
      parameters: async (_, wire) => ({
        ...newUser(),
        key: await wire.service.addLicense({ days: 1 }),
        hwid,
      }),
      cells: [...lost, 'ok', 'ok', ...ok3, ...stopped],
    },
  ],
  trial: [
    {
      parameters: (_, wire) => newTrial(wire, '0'),
      cells: [...lost, 'type-unknown', 'type-unknown', ...off3, ...stopped],
    },
    {
      title: 'trial in an application with trials',
      parameters: (_, wire) => newTrial(wire, '14'),
      cells: [...lost, 'ok', 'ok', ...ok3, ...stopped],
    },
  ],
  license: [
    {
      parameters: async (_, wire) => ({ key: await wire.service.addLicense({ days: 1 }), hwid }),
      cells: [...lost, 'ok', 'ok', ...ok3, ...stopped],
    },
  ],
  removecomputer: [
    {
      // The setting `resets` is 0.
      parameters: () => ({ ticket: 'none', id: 'none' }),
      cells: [...lost, 'type-unknown', 'type-unknown', ...off3, ...stopped],
    },
  ],
  computers: [{ parameters: none, cells: forSignedIn('type-unknown') }],
  renamecomputer: [
    {
      parameters: () => ({ id: 'none', computer: 'Desk' }),
      cells: forSignedIn('type-unknown'),
    },
  ],
  upgrade: [
    {
      parameters: async ({ username }, wire) => ({
        username,
        key: await wire.service.addLicense({ days: 1 }),
      }),
      cells: [...lost, 'ok', 'ok', ...ok3, ...stopped],
    },
  ],
  var: [
    { parameters: () => ({ varid: 'public' }), cells: forAny('ok', 'ok') },
    { parameters: () => ({ varid: 'secret' }), cells: forSignedIn('ok') },
  ],
  getvar: [{ parameters: () => ({ var: 'none' }), cells: forSignedIn('user-variable-unknown') }],
  setvar: [{ parameters: () => ({ var: 'own', data: 'x' }), cells: forSignedIn('ok') }],
  check: [{ parameters: none, cells: forSignedIn('ok') }],
  checkblacklist: [
    { parameters: () => ({ hwid }), cells: forAny('not-blacklisted', 'not-blacklisted') },
  ],
  ban: [{ parameters: none, cells: forSignedIn('ok') }],
  file: [
    { parameters: () => ({ fileid: '000000' }), cells: forAny('file-unknown', 'file-unknown') },
  ],
  release: [
    {
      parameters: () => ({ channel: 'stable', platform: 'linux-x64' }),
      cells: forSignedIn('ok'),
    },
    {
      title: 'release of the loader',
      parameters: () => ({
        channel: 'stable',
        platform: 'linux-x64',
        kind: 'loader',
        install: 'a'.repeat(16),
      }),
      cells: forNoSession,
    },
  ],
  log: [{ parameters: () => ({ message: 'hello' }), cells: forAny('ok', 'ok') }],
  webhook: [
    { parameters: () => ({ webid: 'public' }), cells: forAny('webhook-failed', 'webhook-failed') },
    { parameters: () => ({ webid: 'secret' }), cells: forSignedIn('webhook-failed') },
  ],
  chatget: [{ parameters: () => ({ channel: 'lobby' }), cells: forSignedIn('ok') }],
  chatsend: [{ parameters: () => ({ channel: 'lobby', message: 'hi' }), cells: forSignedIn('ok') }],
  fetchOnline: [{ parameters: none, cells: forAny('ok', 'ok') }],
  fetchStats: [{ parameters: none, cells: forAny('ok', 'ok') }],
  lostkey: [
    {
      parameters: () => ({ email: 'a@example.org' }),
      cells: forAny('mail-unavailable', 'mail-unavailable'),
    },
  ],
  forgot: [
    {
      parameters: ({ username }) => ({ username, email: 'a@example.org' }),
      cells: forAny('mail-unavailable', 'mail-unavailable'),
    },
  ],
  changeUsername: [
    { parameters: () => ({ newUsername: `new ${randomUUID()}` }), cells: forSignedIn('ok') },
  ],
  changepassword: [
    {
      parameters: ({ password: pass }) => ({ pass, newpass: 'another one' }),
      cells: forSignedIn('ok'),
    },
  ],
  sessions: [{ parameters: none, cells: forSignedIn('type-unknown') }],
  endsession: [{ parameters: () => ({ all: '1' }), cells: forSignedIn('type-unknown') }],
  '2faenable': [{ parameters: none, cells: forSignedIn('ok') }],
  '2fadisable': [{ parameters: none, cells: forSignedIn('two-factor-off') }],
  newrecoverycodes: [{ parameters: none, cells: forSignedIn('type-unknown') }],
  logout: [{ parameters: none, cells: [...lost, 'ok', 'ok', ...ok3, 'ok', 'ok'] }],
};

function newUser() {
  return { username: `new ${randomUUID()}`, pass: 'a password' };
}

/** Sets the days of the trial, because the tests run in any order. */
async function newTrial({ service }: Wire, trialdays: string): Promise<Parameters> {
  await sellerOf(service)('editsub', { sub: 'Pro', trialdays });
  // All trials of this table begin in one network.
  await service.database.deleteFrom('throttles').execute();
  return { ...newUser(), hwid: randomUUID() };
}
