// Runs an import without changes: counts the rows that it would create, and lists the problems.
import { listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall, Output } from './command.ts';
import { sections, type Section } from './exchange-format.ts';
import type { Reading } from './import-reading.ts';
import { problemLines, sectionsOf, type Tally } from './import-report.ts';
import { existingNames, nameOfRow, notImportable } from './import-sections.ts';
import { licenseSum, subscriptionSum, type Sum } from './import-sums.ts';
import { tableOf } from './table.ts';

interface PlanLine {
  readonly what: string;
  readonly make: number;
  readonly there: number | null;
  readonly sum: Sum | null;
  readonly problems: number | null;
}

/** Returns the report of the dry run. `now` is unix seconds. */
export async function planImport(
  call: CliCall,
  order: readonly Section[],
  settings: Row | null,
  { rows, faults }: Reading,
  now: number,
): Promise<Output> {
  const tallies: Tally[] = [];
  const lines: PlanLine[] = [];
  if (settings !== null) lines.push(lineOf(emptyTally('settings', Object.keys(settings).length)));
  const subscriptions = await subscriptionNames(call, rows.subscriptions ?? []);
  for (const section of order) {
    const list = rows[section] ?? [];
    const sectionFaults = faults.filter((fault) => fault.section === section);
    if (list.length + sectionFaults.length === 0) continue;
    if (section === 'logs' || section === 'auditLog' || section === 'history') continue;
    const isNotImportable = Object.hasOwn(notImportable, section);
    const existing = isNotImportable ? new Set<string>() : await existingNames(call, section);
    const added = isNotImportable
      ? []
      : list.filter((row) => !existing.has(nameOfRow(section, row)));
    const tally = emptyTally(section, added.length);
    tally.existing = isNotImportable ? 0 : list.length - added.length;
    tally.problems.push(...sectionFaults);
    if (isNotImportable)
      tally.problems.push({ name: `${list.length} rows`, reason: reasonOf(section) });
    if (section === 'users') tally.problems.push(...problemsOfUsers(call, added, subscriptions));
    tallies.push(tally);
    lines.push(lineOf(tally, section === 'licenses' ? licenseSum(added) : null));
    if (section === 'users') lines.push(...linesOfUsers(added, now));
  }
  const hasFailed = tallies.some(({ problems }) => problems.length > 0);
  return {
    document: { success: !hasFailed, dryRun: true, sections: sectionsOf(tallies), lines },
    table: tableOf(lines, [
      { title: 'WHAT', cell: ({ what }) => what },
      { title: 'TO CREATE', cell: ({ make }) => String(make), right: true },
      { title: 'DAYS', cell: ({ sum }) => (sum === null ? '' : daysText(sum)), right: true },
      { title: 'EXISTING', cell: ({ there }) => String(there ?? ''), right: true },
      { title: 'PROBLEMS', cell: ({ problems }) => String(problems ?? ''), right: true },
    ]),
    lines: [...problemLines(tallies), 'Nothing was created. Run it without --dry-run to import.'],
    hasFailed,
  };
}

function emptyTally(section: string, created: number): Tally {
  return { section, created, existing: 0, names: new Set(), problems: [] };
}

function lineOf({ section, created, existing, problems }: Tally, sum: Sum | null = null): PlanLine {
  return { what: section, make: created, there: existing, sum, problems: problems.length };
}

function daysText({ seconds }: Sum): string {
  return (seconds / 86_400).toFixed(2);
}

function linesOfUsers(users: readonly Row[], now: number): readonly PlanLine[] {
  const all = users.flatMap((row) => listIn(row, 'subscriptions', 'subscription'));
  return [...new Set(all.map((sub) => textOf(sub, 'subscription')))].map((name) => {
    const sum = subscriptionSum(
      all.filter((sub) => textOf(sub, 'subscription') === name),
      now,
    );
    return { what: `  of ${name}, not expired`, make: sum.count, there: null, sum, problems: null };
  });
}

/** Returns the names of the subscriptions in the service and in the document. */
async function subscriptionNames(
  { askAny }: CliCall,
  imported: readonly Row[],
): Promise<ReadonlySet<string>> {
  const answer = await askAny(sections.subscriptions.type, {});
  const existing = listIn(answer, sections.subscriptions.list, 'name');
  return new Set([...existing, ...imported].map((row) => textOf(row, 'name')));
}

function problemsOfUsers(
  { args }: CliCall,
  users: readonly Row[],
  subscriptions: ReadonlySet<string>,
) {
  return users.flatMap((row) => {
    const name = textOf(row, 'username');
    const missing = listIn(row, 'subscriptions', 'subscription')
      .map((sub) => textOf(sub, 'subscription'))
      .filter((sub) => !subscriptions.has(sub))
      .map((sub) => ({ name, reason: `There is no subscription "${sub}". Add it first.` }));
    const hasPassword = textOf(row, 'passwordHash') !== '' || args.text('passwords') !== undefined;
    const reason =
      'It has no passwordHash. Use --passwords FILE to create it with a random password.';
    return hasPassword ? missing : [...missing, { name, reason }];
  });
}

function reasonOf(section: Section): string {
  return (notImportable as Partial<Record<Section, string>>)[section] ?? '';
}
