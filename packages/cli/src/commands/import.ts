// `latchkey import`: imports an export, or a list of users or licenses. Existing rows stay
// unchanged, so an interrupted import can be repeated.
import { textOf } from '../answers.ts';
import type { Row } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { readDocument, sectionNames, type Exported, type Section } from '../exchange-format.ts';
import { detectLedger, importersOf, nameOfRow, type Importer } from '../import-sections.ts';
import { readCsv, type Table } from '../import-csv.ts';
import { planOf, type SectionPlan } from '../import-plan.ts';
import { dryRunReport } from '../import-dry-run.ts';
import { readRows } from '../import-reading.ts';
import { report, type Tally } from '../import-report.ts';
import { comparePaidTime } from '../import-sums.ts';
import { importSettings } from '../import-settings.ts';
import { userImporter, type PasswordSink } from '../import-users.ts';
import { allRows } from '../lists.ts';
import { makePrivateFile } from '../private-file.ts';
import { ServiceRefusal, wrongUsage } from '../problem.ts';
import { readTextFile } from '../text-file.ts';
import { toUnixSeconds, unixMs } from '@latchkey/protocol/units.ts';

const maxStdinLength = 512 * 1024 * 1024;

/** Each section follows the sections that its rows refer to, as licenses refer to users. */
const importOrder = [...new Set<Section>(['subscriptions', 'users', ...sectionNames])];

export const importCommand: Command = {
  words: 'import',
  summary: 'Imports an export, or users of another server',
  notes: [
    'Existing rows stay unchanged and are counted, so you can run it again.',
    'Unknown fields are reported with their row. A row with an unreadable date is not created. Dates are ISO (2027-12-31), unix seconds, or days from now (30d). An expiry without a time is the end of that day (UTC). A CSV table of users or license keys works too.',
    'At the end it compares the paid time in the document and in the service. Exit code 1 means that there are problems.',
    'Users of another server have this form, with bcrypt or argon2id hashes:',
    '  {"format": "latchkey-export", "version": 1, "users": [{"username": "...",',
    '   "passwordHash": "...", "subscriptions":',
    '   [{"subscription": "Default", "expiry": 1800000000}]}]}',
  ],
  operands: '<FILE|->',
  options: {
    'dry-run': { help: 'create nothing; show what would be created, and the problems' },
    columns: {
      value: 'OURS=THEIRS,...',
      help: "names of a table's columns, such as key=license_key,days=valid_for",
    },
    'allow-short': { help: 'import keys of fewer than 8 characters too' },
    passwords: {
      value: 'FILE',
      help: 'create users without passwordHash too, and write their new passwords to this new file',
    },
  },
  async run(call) {
    const { settings, rows, lines } = documentOf(await readInput(call), columnsOf(call));
    const now = toUnixSeconds(unixMs(Date.now()));
    const allowShort = call.args.isOn('allow-short');
    const reading = readRows(rows, { now, lines, allowShort });
    const plans = await planOf(call, importOrder, reading, settings);
    if (call.args.isOn('dry-run')) return dryRunReport(plans, settings, now);
    const file = call.args.text('passwords');
    const target = file === undefined ? undefined : makePrivateFile(file);
    const saved = { users: 0 };
    const sink = target && {
      save(user: string, password: string) {
        saved.users += 1;
        target.write([`${user}\t${password}\n`]);
      },
    };
    try {
      const tallies = await importAll(call, settings, plans, sink ?? null, now);
      const created = new Map(tallies.map(({ section, names }) => [section, names]));
      const paid = await comparePaidTime(call, reading.rows, created, now);
      return report(tallies, paid, call.stop.aborted);
    } finally {
      if (saved.users > 0) target?.close();
      else target?.discard();
    }
  },
};

/** Reads text that looks like JSON as an export, and other text as a CSV table. */
function documentOf(
  text: string,
  columns: ReadonlyMap<string, string>,
): Partial<Table> & { rows: Exported; settings: Row | null } {
  const isJson = /^\s*[{[]/.test(text) || !/[,;\t]/.test(text.split('\n', 1)[0] ?? '');
  return isJson ? readDocument(text) : { settings: null, ...readCsv(text, columns) };
}

/** Returns our names of columns by those of the table. */
function columnsOf({ args }: CliCall): ReadonlyMap<string, string> {
  const pairs = (args.text('columns') ?? '').split(',').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [, ours = '', theirs = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (ours === '') throw wrongUsage('Use --columns key=license_key,days=valid_for.');
      return [theirs.trim(), ours.trim()];
    }),
  );
}

async function readInput({ args, stdin }: CliCall): Promise<string> {
  const [file = ''] = args.operands;
  if (file === '-' && args.isOn('key-stdin'))
    throw wrongUsage(
      'The document and the seller key cannot both come from stdin: use --key-file.',
    );
  if (file === '-') return stdin.readToEnd(maxStdinLength);
  return readTextFile(file);
}

async function importAll(
  call: CliCall,
  settings: Row | null,
  plans: readonly SectionPlan[],
  passwords: PasswordSink | null,
  now: number,
): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  if (settings !== null) tallies.push(await settingsTally(call, settings));
  const hasLedger = await detectLedger(call);
  const importers: Readonly<Partial<Record<Section, Importer>>> = {
    ...importersOf(call, now, hasLedger),
    users: userImporter(call, now, () => firstSubscription(call), passwords, hasLedger),
  };
  for (const plan of plans) {
    tallies.push(await importSection(call, plan, importers[plan.section]));
    if (call.stop.aborted) {
      call.say('Interrupted. Run it again to continue.');
      break;
    }
  }
  return tallies;
}

async function firstSubscription({ askAny }: CliCall): Promise<string | null> {
  const [first] = await allRows(askAny, 'fetchallsubs', 'subs');
  return first === undefined ? null : textOf(first, 'name');
}

async function settingsTally(call: CliCall, settings: Row): Promise<Tally> {
  const { created, problems } = await importSettings(call, settings);
  return { section: 'settings', created, existing: 0, names: new Set(), problems: [...problems] };
}

async function importSection(
  call: CliCall,
  { section, rows, existing, problems }: SectionPlan,
  importer: Importer | undefined,
): Promise<Tally> {
  const tally: Tally = { section, created: 0, existing, names: new Set(), problems: [...problems] };
  if (importer === undefined) return tally;
  for (const [index, row] of rows.entries()) {
    if (call.stop.aborted) break;
    await importOne(call, tally, nameOfRow(section, row), () => importer.make(row));
    call.progress(index + 1, rows.length, section);
  }
  return tally;
}

async function importOne(
  call: CliCall,
  tally: Tally,
  name: string,
  make: () => Promise<string | null>,
): Promise<void> {
  try {
    const reason = await make();
    if (reason === null) {
      tally.created += 1;
      tally.names.add(name);
    } else tally.problems.push({ name, reason });
  } catch (error) {
    if (error instanceof ServiceRefusal) tally.problems.push({ name, reason: error.message });
    else {
      call.say(`Stopped at ${tally.section}: "${name}", which may be incomplete.`);
      throw error;
    }
  }
}
