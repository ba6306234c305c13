// Says why a statement may read rows by a column that very many rows share.
import type { Access } from './plan.ts';

type Reason = readonly [statement: RegExp, access: RegExp, reason: string];

const page = 'a page of a list, in the order of the index';
const counts = 'counts the rows of the application';
const text = 'a search by text reads the rows of the application';

/** The first reason that fits is printed. A statement that fits none fails. */
const reasons: readonly Reason[] = [
  [/like \? escape/, /./, text],
  [
    /where \(?[\w.]*(application_id|channel) = \?( and 1 = 1)? (order by .* )?limit \?/,
    /_listed|_username|_in_parts|_by_status|_written|_id$|_1$|_attention/,
    page,
  ],
  [
    /and \(?[\w.]*(status|level|created_by|seller_key|webid|channel) = \?.* order by .*limit \?/,
    /_by_status|_by_level|_by_creator|_by_key|_of_target|_written/,
    page,
  ],
  [/banned_reason is not null.* order by .*limit \?/, /users_banned/, page],
  [/order by users\.username.*limit \?/, /users \w+_username|users sqlite_autoindex_users_2/, page],
  [/^select (status as what, |shop_id, )?count\(\*\)/, /./, counts],
  [/^delete from (channels|plans) where/, /./, 'cascades to the rows of what is deleted'],
  [/from blacklist where .*limit \?$/, /./, 'one row answers whether there is any'],
  [
    /(subscriptions|grants)\b.*plan_id = \?.*unnest/,
    /./,
    'the rows of one subscription: slow for a large one',
  ],
  [/subscriptions\.plan_id/, /subscriptions /, 'the rows of the listed subscriptions'],
  [/from (chat_mutes|accounts left join balances)/, /./, 'a list of few rows, which are sorted'],
  [/ from shops |join shops /, /shops|shop_products/, 'at most 100 shops'],
  [/attention <> ''/, /shop_orders/, page],
  [/from shop_events .*is_new = 1/, /shop_events/, 'only events that wait'],
  [/day_counts/, /day_counts/, 'the days of a year'],
  [/from deliveries .*order by .*limit \?/, /deliveries_target/, page],
  [/sessions\.user_id is not null/, /users /, 'those who are online, on the reading connection'],
  [/users\.last_ip = \?/, /users /, text],
  [/order by users\.id desc limit \?/, /users_pkey/, page],
  [/from shop_mails where state = 'queued'/, /_due/, 'only mails that wait'],
  [/min\(written_at_ms\) as oldest/, /audit_logs|history/, 'the oldest row, by the index'],
  [/^insert into applications/, /./, 'rows of what is inserted, read only after a violated key'],
  [/^insert into channels/, /./, 'the foreign key of messages'],
  [/^update deliveries .*webid/, /./, 'deliveries that wait for one target'],
  [/from chat_messages .*limit \?/, /_written/, page],
  [/^delete from blacklist/, /blacklist/, 'bans of one kind; with statistics by the user'],
  [
    /from deliveries where .* limit \? offset \?/,
    /./,
    'at most as many as a target may have waiting',
  ],
  [/^delete from logs .* username is null/, /./, 'lines of strangers, which are bounded'],
  [/from release_contents .* limit \?/, /./, 'a part of what no release has, in the background'],
  [/banned_reason is not null and exists/, /users_in_parts/, page],
  [
    /from audit_logs .*type (= \?|not in)/,
    /audit_logs/,
    'reads past other operations: an index would add 70 % to a row',
  ],
  [/from logs /, /^logs /, 'lines of users, of which an application has at most 10 000'],
  [/select distinct last_ip/, /users /, 'a sample of the users, in the order of their ids'],
  [/used_by in/, /./, 'a search by text, which has read all licenses before'],
];

export function reasonOf(sql: string, { name, index }: Access): string | null {
  const access = `${name} ${index ?? ''}`;
  const found = reasons.find(([statement, table]) => statement.test(sql) && table.test(access));
  return found?.[2] ?? null;
}
