// Decides for every row of an import whether it will be created, exists already, or is a problem.
// The dry run shows this plan, and the import carries it out.
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import type { Exported, RowOfSection, Section } from './exchange-format.ts';
import { formatCount } from './format-count.ts';
import type { Reading } from './import-reading.ts';
import { existingRows, isBatched, nameOfRow, notImportable } from './import-sections.ts';
import { ServiceRefusal } from './problem.ts';

export interface ImportProblem {
  readonly name: string;
  readonly reason: string;
}

export interface SectionPlan {
  readonly section: Section;
  readonly rows: readonly Row[];
  readonly existing: number;
  readonly problems: readonly ImportProblem[];
}

/** Sections of `order` without rows and problems, and logs, are left out. */
export async function planOf(
  call: CliCall,
  order: readonly Section[],
  { rows, faults, positions }: Reading,
  settings: Row | null,
): Promise<readonly SectionPlan[]> {
  const plans: SectionPlan[] = [];
  const rules = await rulesOf(call, rows, settings);
  for (const section of order) {
    const list = rows[section] ?? [];
    const ofSection = faults.filter((fault) => fault.section === section);
    if (list.length + ofSection.length === 0 || isLog(section)) continue;
    if (isNotImportable(section)) {
      const problem = { name: formatCount(list.length, 'row'), reason: notImportable[section] };
      plans.push({ section, rows: [], existing: 0, problems: [...ofSection, problem] });
      continue;
    }
    const plan = await sectionPlan(call, section, { rows: list, positions }, rules);
    plans.push({ ...plan, problems: [...ofSection, ...plan.problems] });
  }
  return plans;
}

interface Rules {
  /** Users of the document by e-mail; null where several users may have the same one. */
  readonly addresses: Map<string, string> | null;
  /** Whether users without a hash are created. */
  readonly createsWithoutHash: boolean;
}

async function rulesOf(call: CliCall, rows: Exported, settings: Row | null): Promise<Rules> {
  const mustDiffer =
    hasSharedAddress(rows.users ?? []) && !(await allowsSharedAddresses(call, settings));
  return {
    addresses: mustDiffer ? new Map() : null,
    createsWithoutHash:
      call.args.text('passwords') !== undefined || call.args.isOn('without-passwords'),
  };
}

async function sectionPlan(
  call: CliCall,
  section: Section,
  { rows: list, positions }: Pick<Reading, 'positions'> & { readonly rows: readonly Row[] },
  rules: Rules,
): Promise<SectionPlan> {
  const rows: Row[] = [];
  const problems: ImportProblem[] = [];
  let existing = 0;
  try {
    // The service itself compares the rows that it imports in batches.
    const there = isBatched(section) ? new Map<string, Row>() : await existingRows(call, section);
    const taken = new Map([...there.keys()].map((name) => [spellingOf(section, name), name]));
    for (const row of list) {
      const name = nameOfRow(section, row);
      const spelling = spellingOf(section, name);
      const other = taken.get(spelling);
      const isThere = there.has(name);
      const reason =
        other === undefined || isThere
          ? problemOf(section, row, rules)
          : `It is the same as "${other}".`;
      if (isThere) {
        existing += 1;
        const lacking = lackingFeatures(row, there.get(name) ?? {});
        if (lacking !== '')
          problems.push({ name, reason: `It exists without these features: ${lacking}.` });
      } else if (reason === null) {
        taken.set(spelling, name);
        rows.push(row);
      } else {
        const at = positions.get(row) ?? '';
        problems.push({
          name,
          reason: `${at === '' ? '' : `${at}: `}${reason} It was not created.`,
        });
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    problems.push({ name: 'all', reason: error.message });
  }
  return { section, rows, existing, problems };
}

/** An import that was interrupted can have created a subscription without them. */
function lackingFeatures(row: RowOfSection<'subscriptions'>, existing: typeof row): string {
  const textsOf = (one: typeof row) =>
    listIn(one, 'features', 'feature').map((feature) => textOf(feature, 'feature'));
  const there = new Set(textsOf(existing));
  return textsOf(row)
    .filter((name) => !there.has(name))
    .join(', ');
}

/** The form in which the service compares names of this section. */
function spellingOf(section: Section, name: string): string {
  if (section === 'licenses') return foldKey(name).replaceAll('-', '');
  const isName = ['users', 'subscriptions', 'channels', 'variables'].includes(section);
  return isName ? fold(name) : name;
}

async function allowsSharedAddresses({ ask }: CliCall, settings: Row | null): Promise<boolean> {
  const decided = settings?.['sharedemails'] ?? (await ask('getsettings')).sharedemails;
  return decided === 'allow';
}

function problemOf(section: Section, row: Row, rules: Rules): string | null {
  if (section !== 'users') return null;
  if (textOf(row, 'passwordHash') === '' && !rules.createsWithoutHash)
    return 'It has no passwordHash. Use --passwords FILE to create it with a random password, or --without-passwords.';
  return addressProblem(row, rules);
}

/** Two users with one address could not sign in by it, so only the first one is created. */
function addressOf(row: Row): string {
  return textOf(row, 'email').trim().toLowerCase();
}

function hasSharedAddress(users: readonly Row[]): boolean {
  const addresses = users.map(addressOf).filter((address) => address !== '');
  return new Set(addresses).size < addresses.length;
}

function addressProblem(row: Row, { addresses: taken }: Rules): string | null {
  const address = addressOf(row);
  if (address === '' || taken === null) return null;
  const other = taken.get(address);
  if (other !== undefined) return `It has the e-mail of "${other}". Remove one of them.`;
  taken.set(address, textOf(row, 'username'));
  return null;
}

function isLog(section: Section): boolean {
  return section === 'logs' || section === 'auditLog' || section === 'history';
}

function isNotImportable(section: Section): section is keyof typeof notImportable {
  return Object.hasOwn(notImportable, section);
}
