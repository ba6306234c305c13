// `latchkey import`: imports an export, or a list of users or licenses. Existing rows stay
// unchanged, so an interrupted import can be repeated.
import { numberOf, textOf } from '../answers.ts';
import type { Row } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { readDocument, sectionNames, type Exported, type Section } from '../exchange-format.ts';
import { importersOf, isBatched, nameOfRow, type Importer } from '../import-sections.ts';
import { readCsv, type Table } from '../import-csv.ts';
import { planOf, type SectionPlan } from '../import-plan.ts';
import { dryRunReport } from '../import-dry-run.ts';
import { readRows } from '../import-reading.ts';
import { report, type Check, type Tally } from '../import-report.ts';
import { differingRows, importRows, type RowImport } from '../import-rows.ts';
import { importSettings } from '../import-settings.ts';
import { makePasswordFile } from '../password-file.ts';
import { ServiceRefusal, wrongUsage } from '../problem.ts';
import { readTextFile } from '../text-file.ts';
import type { PlannedImport } from '@latchkey/protocol/seller/imports.ts';
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
    'At the end it compares the created users and license keys with the service. Exit code 1 means that there are problems.',
    'Users of another server have this form, with bcrypt or argon2id hashes:',
    '  {"format": "latchkey-export", "version": 1, "users": [{"username": "...",',
    '   "passwordHash": "...", "subscriptions":',
    '   [{"subscription": "Default", "expiry": 1800000000}]}]}',
  ],
  operands: '<FILE|->',
  sentences: {
    'type-unknown': 'The service is too old for this command. Update it first.',
  },
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
    'without-passwords': {
      help: 'create users without passwordHash too; each needs a new password by e-mail or link',
    },
  },
  async run(call) {
    const { settings, rows, lines } = documentOf(await readInput(call), columnsOf(call));
    const now = toUnixSeconds(unixMs(Date.now()));
    const allowShort = call.args.isOn('allow-short');
    const reading = readRows(rows, { now, lines, allowShort });
    const plans = await planOf(call, importOrder, reading, settings);
    const isDry = call.args.isOn('dry-run');
    const file = isDry ? undefined : call.args.text('passwords');
    const passwords = file === undefined ? null : makePasswordFile(file);
    const planned = isDry ? plannedBy(plans, settings) : null;
    const { positions } = reading;
    const options = { isDry, planned, passwords, positions, createdUsers: new Set<string>() };
    try {
      const tallies = await importAll(call, settings, plans, options, now);
      if (isDry) return dryRunReport(tallies, now);
      return report(tallies, await checkAll(call, tallies), call.stop.aborted);
    } finally {
      passwords?.close();
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
  options: RowImport,
  now: number,
): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  if (settings !== null) {
    const { created, problems } = await importSettings(call, settings, options.isDry);
    tallies.push({ section: 'settings', created, existing: 0, rows: [], problems: [...problems] });
  }
  const importers: Readonly<Partial<Record<Section, Importer>>> = importersOf(call, now);
  for (const plan of plans) {
    const { section, existing, problems } = plan;
    const tally: Tally = { section, created: 0, existing, rows: [], problems: [...problems] };
    tallies.push(tally);
    if (isBatched(section)) await importRows(call, tally, { ...plan, section }, options);
    else if (options.isDry) tally.created = plan.rows.length;
    else await importSection(call, tally, plan, importers[section]);
    if (call.stop.aborted) {
      call.say('Interrupted. Run it again to continue.');
      break;
    }
  }
  return tallies;
}

/** Settings and subscriptions that decide about the rows of users and licenses. */
function plannedBy(plans: readonly SectionPlan[], settings: Row | null): PlannedImport {
  const subscriptions = plans.find(({ section }) => section === 'subscriptions')?.rows ?? [];
  const emails = textOf(settings ?? {}, 'sharedemails');
  const length = numberOf(settings ?? {}, 'minusernamelength');
  return {
    subscriptions: subscriptions.map((row) => ({
      name: textOf(row, 'name'),
      level: textOf(row, 'level'),
    })),
    ...((emails === 'allow' || emails === 'refuse') && { sharedemails: emails }),
    ...(length !== null && { minusernamelength: length }),
  };
}

/** Compares what was created with the document. */
async function checkAll(call: CliCall, tallies: readonly Tally[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const { section, rows } of tallies)
    if ((section === 'users' || section === 'licenses') && rows.length > 0 && !call.stop.aborted) {
      const differing = await differingRows(call, section, rows);
      checks.push({ section, rows: rows.length, differing });
    }
  return checks;
}

async function importSection(
  call: CliCall,
  tally: Tally,
  { section, rows }: SectionPlan,
  importer: Importer | undefined,
): Promise<void> {
  if (importer === undefined) return;
  for (const [index, row] of rows.entries()) {
    if (call.stop.aborted) return;
    await importOne(call, tally, nameOfRow(section, row), () => importer.make(row));
    call.progress(index + 1, rows.length, section);
  }
}

async function importOne(
  call: CliCall,
  tally: Tally,
  name: string,
  make: () => Promise<string | null>,
): Promise<void> {
  try {
    const reason = await make();
    if (reason === null) tally.created += 1;
    else tally.problems.push({ name, reason });
  } catch (error) {
    if (error instanceof ServiceRefusal) tally.problems.push({ name, reason: error.message });
    else {
      call.say(`Stopped at ${tally.section}: "${name}", which may be incomplete.`);
      throw error;
    }
  }
}
