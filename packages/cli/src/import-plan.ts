// Decides for every row of an import whether it will be created, exists already, or is a problem.
// The dry run shows this plan, and the import carries it out.
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { sections, type Exported, type Section } from './exchange-format.ts';
import { formatCount } from './format-count.ts';
import type { Reading } from './import-reading.ts';
import { existingNames, nameOfRow, notImportable } from './import-sections.ts';
import { allRows } from './lists.ts';
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
  { rows, faults }: Reading,
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
    const plan = await sectionPlan(call, section, list, rules);
    plans.push({ ...plan, problems: [...ofSection, ...plan.problems] });
  }
  return plans;
}

interface Rules {
  /** Folded names and levels of the subscriptions in the document and in the service. */
  readonly subscriptions: ReadonlySet<string>;
  readonly levels: ReadonlySet<string>;
  /** Users of the document by e-mail; null where several users may have the same one. */
  readonly addresses: Map<string, string> | null;
  /** Whether users without a hash get a random password. */
  readonly makesPasswords: boolean;
}

async function rulesOf(call: CliCall, rows: Exported, settings: Row | null): Promise<Rules> {
  const { type, list } = sections.subscriptions;
  const needsThem = [rows.users, rows.licenses].some((list) => (list ?? []).length > 0);
  const there = needsThem ? await allRows(call.askAny, type, list) : [];
  const subscriptions = [...there, ...(rows.subscriptions ?? [])];
  const mustDiffer =
    hasSharedAddress(rows.users ?? []) && !(await allowsSharedAddresses(call, settings));
  return {
    subscriptions: new Set(subscriptions.map((row) => fold(textOf(row, 'name')))),
    levels: new Set(subscriptions.map((row) => textOf(row, 'level'))),
    addresses: mustDiffer ? new Map() : null,
    makesPasswords: call.args.text('passwords') !== undefined,
  };
}

async function sectionPlan(
  call: CliCall,
  section: Section,
  list: readonly Row[],
  rules: Rules,
): Promise<SectionPlan> {
  const rows: Row[] = [];
  const problems: ImportProblem[] = [];
  let existing = 0;
  try {
    const there = await existingNames(call, section);
    const taken = new Map([...there].map((name) => [spellingOf(section, name), name]));
    for (const row of list) {
      const name = nameOfRow(section, row);
      const spelling = spellingOf(section, name);
      const other = taken.get(spelling);
      const isThere = there.has(name);
      const reason =
        other === undefined || isThere
          ? problemOf(section, row, rules)
          : `It is the same as "${other}".`;
      if (isThere) existing += 1;
      else if (reason === null) {
        taken.set(spelling, name);
        rows.push(row);
      } else problems.push({ name, reason: `${reason} It was not created.` });
    }
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    problems.push({ name: 'all', reason: error.message });
  }
  return { section, rows, existing, problems };
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
  if (section === 'users') return addressProblem(row, rules) ?? subscriptionProblem(row, rules);
  const level = textOf(row, 'level') || '1';
  return section !== 'licenses' || rules.levels.has(level)
    ? null
    : `No subscription has the level ${level}, so the key would give nothing. Add one first.`;
}

function subscriptionProblem(row: Row, { subscriptions, makesPasswords }: Rules): string | null {
  if (textOf(row, 'passwordHash') === '' && !makesPasswords)
    return 'It has no passwordHash. Use --passwords FILE to create it with a random password.';
  if (subscriptions.size === 0)
    return 'There is no subscription, but a new user needs one. Add one first.';
  const names = listIn(row, 'subscriptions', 'subscription').map((sub) =>
    textOf(sub, 'subscription'),
  );
  const missing = names.find((name) => !subscriptions.has(fold(name)));
  return missing === undefined ? null : `There is no subscription "${missing}". Add it first.`;
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
