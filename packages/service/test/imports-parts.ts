// A service to import into, and rows of an import.
import bcrypt from 'bcryptjs';
import type { KyselyPlugin } from 'kysely';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { Database } from '../src/database/schema.ts';
import { openWire } from './support/service-client.ts';
import { sellerOf } from './support/seller-client.ts';

export const start = 1_800_000_000;
export const day = 86_400;
export const hash = bcrypt.hashSync('tea', 4);

type Row = Readonly<Record<string, unknown>>;
export type Kind = 'users' | 'keys';

export interface State {
  readonly state: string;
  readonly column?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly warning?: string;
}

export async function postRows(
  { url, app }: { readonly url: string; readonly app: { readonly sellerkey: string } },
  parameters: Readonly<Record<string, string>>,
) {
  const body = { sellerkey: app.sellerkey, type: 'importrows', ...parameters };
  const response = await fetch(`${url}/api/seller/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>; // checked below
  const { success, message: _message, ...fields } = answer;
  if (success === true) sellerApi.importrows.answer.strict().parse(fields);
  return { status: response.status, answer };
}

/** `plugins` see each statement of the service. */
export async function open(plugins: readonly KyselyPlugin[] = []) {
  const clock = { now: start };
  const wire = await openWire({
    now: () => clock.now * 1000,
    wrapDatabase: (db) => plugins.reduce((wrapped, one) => wrapped.withPlugin(one), db),
  });
  const { service } = wire;
  const ask = sellerOf(service);
  await ask('addsub', { name: 'Gold', level: '2' });
  const send = async (kind: Kind, rows: readonly unknown[], more: Record<string, string> = {}) => {
    const { answer } = await postRows(service, { kind, rows: JSON.stringify(rows), ...more });
    return answer;
  };
  const rowsOf = async (...given: Parameters<typeof send>) => {
    const answer = await send(...given);
    if (answer['success'] !== true) throw new Error(JSON.stringify(answer));
    return answer['rows'] as readonly State[]; // checked in postRows
  };
  const states = async (...given: Parameters<typeof send>) =>
    (await rowsOf(...given)).map(({ state, column, code }) =>
      code === undefined ? state : `${column ?? ''} ${code}`,
    );
  return {
    ...wire,
    client: wire.send,
    clock,
    ask,
    send,
    rowsOf,
    states,
    content: () => contentOf(service.database),
  };
}

const imported = [
  ...(['users', 'subscriptions', 'grants', 'devices', 'bans', 'blacklist'] as const),
  ...(['licenses', 'orders'] as const),
];

/** The rows that an import writes, without what is random: ids, own hashes, hashes of e-mails. */
async function contentOf(database: Database): Promise<readonly string[]> {
  const named = [
    ...(await database.selectFrom('users').select(['id', 'username as name']).execute()),
    ...(await database.selectFrom('plans').select(['id', 'name']).execute()),
  ];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const lines: string[] = [];
  for (const table of imported)
    for (const row of await database.selectFrom(table).selectAll().execute())
      lines.push(`${table} ${JSON.stringify(row)}`);
  return lines
    .map((line) =>
      line
        .replace(/\$argon2id[^"]*/, 'own hash')
        .replace(/"emailHash":"[^"]*"/, 'e-mail')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id),
    )
    .sort();
}

export const grant = {
  ...{ source: 'key', key: 'OLD-KEY-1234', actor: '', at: String(start - day) },
  ...{ given: 30 * day, left: 29 * day, revoked: null, revokedby: null },
};

/** `count` users with everything that a row can have. */
export function fullUsers(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => ({
    username: `user${index}`,
    passwordHash: hash,
    email: `user${index}@example.com`,
    hwids: [`device-of-${index}-0123456789`, `second-of-${index}-0123456789`],
    cooldown: start + day,
    banned: index % 10 === 0 ? 'shared' : null,
    subscriptions: [
      { subscription: 'Pro', expiry: start + 29 * day, grants: [grant] },
      { subscription: 'Gold', paused: true, timeleft: 5 * day },
    ],
  }));
}

export function fullKeys(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `OLD-KEY-${1000 + index}`,
    level: String(1 + (index % 2)),
    expires: 30 * day,
    ...(index % 3 === 0 && { usedby: `user${index}`, usedon: start - day }),
    ...{ gendate: start - 2 * day, note: 'moved', genby: 'shop', order: `order-${index % 7}` },
  }));
}
