// Promises that the service's database keeps at every moment, compared with the model. To add one,
// add a function to `promises`.
import Sqlite from 'better-sqlite3';
import { bystander, monthlyBalance } from './template.ts';
import type { Model } from './model.ts';

interface View {
  readonly model: Model;
  /** The service's time, unix seconds. */
  readonly now: number;
  readonly rows: (sql: string, ...values: unknown[]) => Record<string, unknown>[];
  readonly licenses: ReadonlyMap<string, License>;
  readonly userNames: ReadonlyMap<string, string>;
}

interface License {
  readonly key: string;
  readonly status: string;
  readonly used_by: string | null;
  readonly order_number: string | null;
  readonly is_charged: number;
  readonly account_id: string | null;
  readonly seconds: number;
}

/** Yields what is wrong, in words. */
type Promised = (view: View) => Iterable<string>;

const promises: Readonly<Record<string, Promised>> = {
  *'seats are never exceeded'({ rows, userNames }) {
    for (const { user_id: id, used, allowed } of rows(
      `select d.user_id, count(*) used, (select max(p.computers) from plans p) allowed
       from devices d group by d.user_id having used > allowed`,
    ))
      yield `${userNames.get(String(id))} has ${String(used)} computers, ${String(allowed)} allowed`;
  },
  *'an acknowledged key is never lost'({ model, licenses }) {
    for (const [key, { order }] of model.keys)
      if (!licenses.has(key)) yield `model: ${key} of ${order}; database: no such key`;
  },
  *'an acknowledged redemption is never lost'({ model, licenses, userNames }) {
    for (const [key, { redeemedBy }] of model.keys) {
      const row = licenses.get(key);
      if (redeemedBy === null || row === undefined) continue;
      const owner = userNames.get(row.used_by ?? '');
      if (row.status === 'unused' || owner !== redeemedBy)
        yield `model: ${key} redeemed by ${redeemedBy}; database: ${row.status} ${owner}`;
    }
  },
  *'an order makes its keys exactly once'({ model, licenses }) {
    const made = new Map<string, number>();
    for (const { order_number: number } of licenses.values()) {
      const order = number?.split('/').at(-1) ?? '';
      made.set(order, (made.get(order) ?? 0) + 1);
    }
    for (const [order, { amount, isAcknowledged }] of model.orders) {
      const count = made.get(order) ?? 0;
      if (count !== amount && (count > 0 || isAcknowledged))
        yield `model: ${order} has ${amount} keys; database: ${count}`;
    }
  },
  *'a key gives its time exactly once'({ rows, licenses, userNames }) {
    const grants = new Map<string, number>();
    for (const { license_key: key, given, user_id: user } of rows(
      `select license_key, given, user_id from grants where source = 'key'`,
    )) {
      const row = licenses.get(String(key));
      grants.set(String(key), (grants.get(String(key)) ?? 0) + 1);
      if (row !== undefined && (row.used_by !== user || row.seconds !== given))
        yield `${String(key)} gave ${String(given)} s to ${userNames.get(String(user))}`;
    }
    for (const [key, count] of grants) if (count > 1) yield `${key} gave its time ${count} times`;
    for (const { key, used_by: user } of licenses.values())
      if ((user !== null) !== grants.has(key))
        yield `${key} used by ${userNames.get(user ?? '')}, grants ${grants.get(key) ?? 0}`;
  },
  *'a balance pays for each key once'({ rows, licenses }) {
    const charged = [...licenses.values()].filter((row) => row.account_id !== null);
    const paid = charged.filter((row) => row.is_charged === 1).length;
    for (const { granted, used } of rows(
      `select granted, used from balances where duration = 'month'`,
    )) {
      if (used !== paid) yield `balance used ${String(used)}; keys paid ${paid}`;
      if (granted !== monthlyBalance || Number(used) > monthlyBalance)
        yield `balance ${String(used)} of ${String(granted)}; granted ${monthlyBalance}`;
    }
  },
  *'the ledger adds up to the subscription'({ model, rows, userNames, now }) {
    if (model.clockJumped) return;
    for (const row of rows(
      `select s.user_id, s.expires_at, s.remaining_seconds, coalesce((select sum("left")
       from grants g where g.user_id = s.user_id and g.plan_id = s.plan_id
       and g.revoked_at is null), 0) granted from subscriptions s`,
    )) {
      const time = Number(row['remaining_seconds'] ?? Number(row['expires_at']) - now);
      if (Number(row['granted']) < time - 1)
        yield `${userNames.get(String(row['user_id']))}: subscription ${time} s, grants ${String(row['granted'])} s`;
    }
  },
  *'an extension gives its time exactly once'({ model, rows }) {
    const given = new Map<string, number>();
    for (const { seconds, username } of rows(
      `select given as seconds, username from grants join users on users.id = user_id
       where source = 'seller' and application_id <> ?`,
      bystander.id,
    )) {
      const name = `${String(seconds)} s to ${String(username)}`;
      given.set(name, (given.get(name) ?? 0) + 1);
      if (model.extensions.has(Number(seconds)) && (given.get(name) ?? 0) > 1)
        yield `gave ${name} again`;
    }
    for (const [seconds, { users, isAcknowledged }] of model.extensions)
      for (const user of users)
        if (isAcknowledged && !given.has(`${seconds} s to ${user}`))
          yield `model: ${seconds} s to ${user}; database: no such grant`;
  },
  *'a removed computer is out'({ model, rows, userNames, now }) {
    if (model.hasReset) return;
    for (const { user_id: user } of rows(
      `select user_id from sessions s where user_id is not null and expires_at > ?
       and not exists (select * from devices d where d.user_id = s.user_id and d.hwid = s.hwid)`,
      now,
    ))
      yield `${userNames.get(String(user))} has a session without a computer`;
  },
  *'a held seat is given to nobody'({ model, rows, userNames, now }) {
    if (model.clockJumped) return;
    for (const { user_id: user, held } of rows(
      `select user_id, count(*) held from offline_passes p where seat_held = 1 and ends_at > ?
       and hwid not in (select hwid from devices d where d.user_id = p.user_id)
       and exists (select * from devices d where d.user_id = p.user_id) group by user_id`,
      now,
    ))
      yield `${userNames.get(String(user))} has a computer beside ${String(held)} held seats`;
  },
  *'revoked time never runs'({ rows, userNames, now }) {
    for (const { user_id: user } of rows(
      `select user_id from subscriptions s where (expires_at > ? or remaining_seconds > 0)
       and not exists (select * from grants g where g.user_id = s.user_id
       and g.plan_id = s.plan_id and g.revoked_at is null and g."left" > 0)
       and exists (select * from grants g where g.user_id = s.user_id)`,
      now,
    ))
      yield `${userNames.get(String(user))} has a running subscription without a grant`;
  },
  *'a refund, and nothing else, takes the time of a key'({ model, rows, licenses }) {
    for (const { key } of rows(
      `select l.key from licenses l join grants g on g.license_key = l.key
       where l.status = 'banned' and g.revoked_at is null`,
    ))
      yield `${String(key)} is banned, but its grant is not revoked`;
    for (const [key, { isRefunded, isRevoked }] of model.keys) {
      const status = licenses.get(key)?.status;
      if (isRefunded && status !== 'banned') yield `model: ${key} is refunded; database: ${status}`;
      if (!isRevoked && status === 'banned')
        yield `model: nobody refunded ${key}; database: ${status}`;
    }
  },
  *'a bystander keeps its rows'({ model, rows }) {
    const current = bystanderTables.flatMap((sql) =>
      rows(sql, bystander.id).map((row) => JSON.stringify(row)),
    );
    model.bystanderRows ??= current;
    const [before, now] = [new Set(model.bystanderRows), new Set(current)];
    for (const row of before) if (!now.has(row)) yield `changed or deleted: ${row}`;
    for (const row of now) if (!before.has(row)) yield `new: ${row}`;
  },
};

const bystanderTables = [
  ...['users', 'licenses', 'plans'].map(
    (table) => `select * from ${table} where application_id = ?`,
  ),
  ...['subscriptions', 'grants', 'devices', 'bans'].map(
    (table) =>
      `select * from ${table} where user_id in (select id from users where application_id = ?)`,
  ),
];

export function checkDatabase(
  file: string,
  model: Model,
  now: number,
  breaks: (promise: string, words: string) => void,
): void {
  const db = new Sqlite(file, { readonly: true });
  const rows = (sql: string, ...values: unknown[]) =>
    db.prepare(sql).all(...values) as Record<string, unknown>[]; // as better-sqlite3 returns rows
  try {
    const licenses = rows(
      `select key, status, used_by, order_number, account_id, is_charged, seconds from licenses
       where application_id <> ?`,
      bystander.id,
    ) as unknown as License[]; // its columns
    const view: View = {
      ...{ model, now, rows },
      licenses: new Map(licenses.map((row) => [row.key, row])),
      userNames: new Map(
        rows(`select id, username from users`).map((row) => [
          String(row['id']),
          String(row['username']),
        ]),
      ),
    };
    for (const [promise, check] of Object.entries(promises))
      for (const words of check(view)) breaks(promise, words);
  } finally {
    db.close();
  }
}
