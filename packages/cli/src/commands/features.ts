// `latchkey features list, set, remove`: what a subscription or one user has.
import { maxFeatureName, maxFeatureText, maxFeatureWords } from '@latchkey/protocol/limits.ts';
import { parseDate } from '../import-dates.ts';
import { listIn, textOf } from '../answers.ts';
import type { Row } from '../answer-types.ts';
import type { CliCall, Command, CommandOption } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { formats } from '../formats.ts';
import { allRows } from '../lists.ts';
import { wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { nameRule, userRule } from './parameters.ts';

const whose = {
  sub: { value: 'NAME', help: 'of this subscription', parameter: 'sub', allowed: nameRule },
  user: { value: 'USER', help: 'of this user alone', parameter: 'user', allowed: userRule },
} as const satisfies Readonly<Record<string, CommandOption>>;

export const featureRule = `a small letter, then up to ${maxFeatureName - 1} small letters, digits, hyphens or underscores`;
const operandOf = (name: string) =>
  name === 'feature'
    ? { name: 'FEATURE', allowed: featureRule }
    : name === 'value'
      ? {
          name: 'VALUE',
          allowed: `yes, no, a whole number, or a text of at most ${maxFeatureText} characters; texts such as off or -1 need --kind text`,
        }
      : undefined;

const list: Command = {
  words: 'features list',
  summary: 'Lists the features of all subscriptions, or of one user',
  options: { user: whose.user },
  async run({ args, ask, askAny }) {
    const user = args.text('user');
    const rows: (Row & { readonly of: string })[] = [];
    if (user === undefined)
      for (const sub of await allRows(askAny, 'fetchallsubs', 'subs'))
        for (const feature of listIn(sub, 'features', 'feature'))
          rows.push({ ...feature, of: textOf(sub, 'name') });
    else
      for (const feature of listIn(await ask('userdata', { user }), 'features', 'feature'))
        rows.push({ ...feature, of: user });
    return {
      document: { features: rows },
      table: tableOf(rows, [
        { title: user === undefined ? 'SUBSCRIPTION' : 'USER', cell: (row) => row.of },
        { title: 'FEATURE', cell: (row) => textOf(row, 'feature') },
        { title: 'KIND', cell: (row) => textOf(row, 'kind') },
        { title: 'VALUE', cell: (row) => textOf(row, 'value') },
        { title: 'WORDS', cell: (row) => textOf(row, 'words') },
        ...(user === undefined ? [] : [{ title: 'ENDS', cell: endOf }]),
      ]),
      lines: [formatCount(rows.length, 'feature')],
    };
  },
};

function endOf(row: Row): string {
  const until = textOf(row, 'until');
  return until === '' ? 'never' : formats.time(until);
}

const kinds: Readonly<Record<string, string>> = {
  yesno: 'yes or no',
  number: 'a number',
  text: 'a text',
};

const set: Command = {
  words: 'features set',
  summary: 'Sets a feature of a subscription, or of one user',
  notes: [
    'Programs read the name. Users read --words, such as "Up to 5 projects".',
    'A feature has the same kind in all subscriptions.',
  ],
  operands: '<FEATURE> <VALUE>',
  operandOf,
  options: {
    ...whose,
    words: {
      value: 'TEXT',
      help: 'what users read about it; "" removes it (default: as before)',
      parameter: 'words',
      allowed: `at most ${maxFeatureWords} characters in one line`,
    },
    kind: {
      value: 'KIND',
      help: 'yesno, number or text (default: what the value seems to be)',
      parameter: 'kind',
      allowed: 'yesno, number or text',
    },
    until: {
      value: 'DATE',
      help: 'end of a feature of one user: 2026-12-04 (its end, UTC), 7d for in 7 days, or never (default: as before)',
      parameter: 'until',
    },
  },
  async run(call) {
    const { args, ask } = call;
    const [feature, value] = args.operands;
    const answer = await ask('setfeature', {
      ...whoseOf(call),
      feature,
      value,
      words: args.text('words'),
      kind: args.text('kind'),
      until: endDateOf(call),
    });
    const kind = kinds[textOf(answer, 'kind')];
    const more = kind === undefined ? [] : [`Its value is ${kind}.`];
    return { document: answer, lines: [textOf(answer, 'message'), ...more] };
  },
};

const remove: Command = {
  words: 'features remove',
  summary: 'Removes a feature from a subscription, or from one user',
  operands: '<FEATURE>',
  operandOf,
  options: whose,
  async run(call) {
    const answer = await call.ask('delfeature', {
      ...whoseOf(call),
      feature: call.args.operands[0],
    });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

function whoseOf({ args }: CliCall) {
  const [sub, user] = [args.text('sub'), args.text('user')];
  if ((sub === undefined) === (user === undefined))
    throw wrongUsage('Give either --sub or --user.');
  return { sub, user };
}

/** Returns unix seconds as text. */
function endDateOf({ args }: CliCall): string | undefined {
  const text = args.text('until');
  if (text === undefined) return undefined;
  if (text === 'never') return '';
  const at = parseDate(text, Math.floor(Date.now() / 1000), 'end');
  if (at === null)
    throw wrongUsage('--until must be a date such as 2026-12-04, or days such as 7d, or never.');
  return String(at);
}

export const featureCommands: readonly Command[] = [list, set, remove];
