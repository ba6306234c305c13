// `latchkey audit`: shows the audit log of seller keys. Options limit it to changes, to one user or
// to a period.
import { fold } from '@latchkey/protocol/fold.ts';
import { maskKey } from '@latchkey/service/command-line';
import { sellerApi, sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { numberOf, textOf, formatTime } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { pagesOf } from '../lists.ts';
import { wrongUsage } from '../problem.ts';
import { parseSince } from '../since.ts';
import { tableOf } from '../table.ts';

type AuditRow = RowOf<'fetchauditlog', 'auditlog'>;

export const auditCommand: Command = {
  words: 'audit',
  summary: "Shows what was done with seller keys; BY is empty for the application's own key",
  options: {
    limit: { value: 'N', help: 'number of lines, newest first (default: 100)' },
    changes: { help: 'show only changes, without reads and refused requests' },
    user: { value: 'USER', help: 'show only what names this user, or id: with the id of one' },
    since: {
      value: 'DATE',
      help: 'show only lines from this date on: 2026-11-01 (its start, UTC), 2026-11-01T18:00Z, or 7d for the last 7 days',
    },
  },
  async run(call) {
    const limit = call.args.integer('limit', 1, 10_000) ?? 100;
    const user = await wantedUser(call);
    const rows = await newest(call, user, limit);
    const masked = user.find((name) => name.startsWith(hidden) && rows.some(naming(name)));
    return {
      document: { auditlog: rows },
      table: tableOf(rows, [
        { title: 'WHEN', cell: (row) => formatTime(row, 'date') },
        { title: 'BY', cell: (row) => textOf(row, 'sellerkey') },
        { title: 'WHAT', cell: (row) => textOf(row, 'type') },
        { title: 'WITH', cell: (row) => textOf(row, 'detail') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
      ]),
      lines: [
        formatCount(rows.length, 'line'),
        ...(masked === undefined ? [] : [`${masked} hides a license key, possibly another one.`]),
      ],
    };
  },
};

/** The service lists the newest rows first. */
async function newest(
  { args, askAny }: CliCall,
  user: readonly string[],
  limit: number,
): Promise<readonly AuditRow[]> {
  const since = sinceOf(args.text('since'));
  const onlyChanges = args.isOn('changes');
  const isFiltered = onlyChanges || user.length > 0 || since !== null;
  const auditRows: AuditRow[] = [];
  const pages = pagesOf(askAny, 'fetchauditlog', 'auditlog', {}, isFiltered ? undefined : limit);
  for await (const rows of pages)
    for (const row of rows) {
      if (since !== null && (numberOf(row, 'date') ?? 0) < since) return auditRows;
      if (onlyChanges && !isChange(row)) continue;
      if (user.length > 0 && !user.some((name) => naming(name)(row))) continue;
      auditRows.push(row);
      if (auditRows.length === limit) return auditRows;
    }
  return auditRows;
}

function sinceOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const since = parseSince(text, Math.floor(Date.now() / 1000));
  if (since === null)
    throw wrongUsage('--since must be a date such as 2026-11-01, or days such as 7d.');
  return since;
}

/** Types that the seller API does not know are commands on the data folder, such as newkey. */
function isChange(row: AuditRow): boolean {
  if (/^(refused: |dryrun=1)/.test(textOf(row, 'detail')) || textOf(row, 'type') === '-')
    return false;
  const type = sellerTypeOf(textOf(row, 'type'));
  return type === null || sellerApi[type].changes !== null;
}

const userParameters: ReadonlySet<string> = new Set([
  'user',
  'username',
  'currentUsername',
  'newUsername',
  'usedby',
]);

/** The mask of a short key, and the beginning of all others. */
const hidden = maskKey('');

/**
 * Returns the names that the audit log has for the wanted user; none without the option. A
 * name that is a license key is masked there. An id stands for a name that the seller key sees
 * masked.
 */
async function wantedUser({ args, ask }: CliCall): Promise<readonly string[]> {
  const user = args.text('user');
  if (user === undefined) return [];
  const name = user.startsWith('id:') ? textOf(await ask('userdata', { user }), 'username') : user;
  const isMasked = name !== user && name.startsWith(hidden);
  return [...new Set([name, isMasked ? name : maskKey(name)])];
}

function naming(user: string): (row: AuditRow) => boolean {
  const folded = fold(user);
  return (row) =>
    parametersOf(row).some(([name, value]) => userParameters.has(name) && fold(value) === folded);
}

/** Splits `user=anna lee sub=Pro` at the parameters that the operation logs. */
function parametersOf(row: AuditRow): readonly (readonly [string, string])[] {
  const detail = textOf(row, 'detail');
  const type = sellerTypeOf(textOf(row, 'type'));
  const logged = type === null ? [] : [...(sellerApi[type].changes ?? Object.keys(namesOf(type)))];
  const starts = logged
    .map((name) => ({ name, at: ` ${detail}`.indexOf(` ${name}=`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  return starts.map(({ name, at }, index) => {
    const end = starts[index + 1]?.at ?? detail.length + 1;
    return [name, detail.slice(at + name.length + 1, end - 1)] as const;
  });
}

function namesOf(type: NonNullable<ReturnType<typeof sellerTypeOf>>): Readonly<object> {
  const spec = sellerApi[type];
  return 'names' in spec ? spec.names : {};
}
