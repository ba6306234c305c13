// `latchkey audit`: shows the audit log of seller keys. Options limit it to changes, to one user or
// to a period.
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { maskKey } from '@latchkey/service/command-line';
import { sellerApi, sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { numberOf, textOf, formatTime } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { pagesOf } from '../lists.ts';
import { dateOf, sinceOption } from '../since.ts';
import { tableOf } from '../table.ts';

type AuditRow = RowOf<'fetchauditlog', 'auditlog'>;

export const auditCommand: Command = {
  words: 'audit',
  summary: "Shows what was done with seller keys; BY is empty for the application's own key",
  options: {
    limit: { value: 'N', help: 'number of lines, newest first (default: 100)' },
    changes: { help: 'show only changes, without look-ups and refused requests' },
    user: { value: 'USER', help: 'show only what names this user, or id: with the id of one' },
    by: { value: 'LABEL', help: 'show only what this seller key did', parameter: 'by' },
    ...sinceOption,
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

/** The service lists the newest rows first. Earlier versions ignore `by` and `since`. */
async function newest(
  call: CliCall,
  user: readonly string[],
  limit: number,
): Promise<readonly AuditRow[]> {
  const { args, askAny } = call;
  const since = dateOf(call, 'since');
  const by = args.text('by');
  const onlyChanges = args.isOn('changes');
  const isFiltered = [onlyChanges, user.length > 0, since !== undefined, by !== undefined].includes(
    true,
  );
  const auditRows: AuditRow[] = [];
  const filters = { by, since: since?.toString() };
  const pages = pagesOf(
    askAny,
    'fetchauditlog',
    'auditlog',
    filters,
    isFiltered ? undefined : limit,
  );
  for await (const rows of pages)
    for (const row of rows) {
      if (since !== undefined && (numberOf(row, 'date') ?? 0) < since) return auditRows;
      if (by !== undefined && textOf(row, 'sellerkey') !== by) continue;
      if (onlyChanges && !isChange(row)) continue;
      if (user.length > 0 && !user.some((name) => naming(name)(row))) continue;
      auditRows.push(row);
      if (auditRows.length === limit) return auditRows;
    }
  return auditRows;
}

/** Types that the seller API does not know are commands on the data folder, such as newkey. */
function isChange(row: AuditRow): boolean {
  if (/^(refused: |dryrun=1)/.test(textOf(row, 'detail')) || textOf(row, 'type') === '-')
    return false;
  const type = sellerTypeOf(textOf(row, 'type'));
  if (type === null) return true;
  const spec: SellerSpec = sellerApi[type];
  return spec.changes !== null && spec.isLookUp !== true;
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
