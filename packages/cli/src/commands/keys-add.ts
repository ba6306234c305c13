// `latchkey keys add`: creates any number of licenses, or those of an order once.
import { fold } from '@latchkey/protocol/fold.ts';
import { rowsOf, textOf } from '../answers.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';

/** Limit of the service for one request. */
const maxPerRequest = 100;
const charsets: Readonly<Record<string, string>> = { mixed: '1', upper: '2', lower: '3' };

export const addKeysCommand: Command = {
  words: 'keys add',
  summary: 'Make license keys and print them, one per line',
  notes: [
    'Interrupted, it prints what was made so far.',
    'With --order it may be asked again: the same order gives the same keys. Another amount, level or duration is refused.',
  ],
  options: {
    days: {
      value: 'N',
      required: true,
      help: 'how long a key gives its subscription; decimals are possible',
    },
    amount: { value: 'N', help: 'how many (1)' },
    mask: { value: 'TEXT', help: 'each * becomes a random character (six groups of six)' },
    sub: { value: 'NAME', help: 'which subscription it gives' },
    level: { value: 'N', help: 'the same by its level (1)' },
    charset: { value: 'NAME', help: 'mixed, upper or lower: what a * becomes (mixed)' },
    order: { value: 'ID', help: 'the order they are for, up to 200 characters; 100 keys at most' },
    note: { value: 'TEXT', help: 'for your own use, up to 69 characters' },
    force: { help: 'take a mask that is easy to guess, and a level that no subscription has' },
  },
  run: addKeys,
};

async function addKeys(call: CliCall): Promise<Output> {
  const { given, stop } = call;
  const order = given.text('order');
  const amount = given.whole('amount', 1, order === undefined ? 1_000_000 : maxPerRequest) ?? 1;
  const level = await levelOf(call);
  const keys: string[] = [];
  let problem: CliProblem | null = null;
  while (keys.length < amount && !stop.aborted && problem === null)
    try {
      const made = await addSome(call, level, Math.min(maxPerRequest, amount - keys.length));
      for (const key of made) call.printNow(key);
      keys.push(...made);
      if (amount > maxPerRequest) call.progress(keys.length, amount, 'made');
    } catch (error) {
      if (!(error instanceof CliProblem)) throw error;
      problem = error;
    }
  if (problem !== null && keys.length === 0) throw problem;
  if (problem !== null) call.say(problem.message);
  const isComplete = keys.length === amount;
  if (!isComplete) call.say(`${keys.length} of ${amount} were made.`);
  return { document: { success: isComplete, keys }, hasFailed: !isComplete };
}

/** Resolved here: a service that ignores the parameter would silently use the default level. */
async function levelOf({ given, ask }: CliCall): Promise<string | undefined> {
  const [sub, level] = [given.text('sub'), given.text('level')];
  if (sub === undefined) return level;
  if (level !== undefined) throw wrongUsage('Choose one of --sub and --level.');
  const subs = rowsOf(await ask('fetchallsubs'), 'subs');
  const named =
    subs.find((row) => textOf(row, 'name') === sub) ??
    subs.find((row) => fold(textOf(row, 'name')) === fold(sub));
  if (named === undefined) {
    const names = subs.map((row) => `${textOf(row, 'name')} (level ${textOf(row, 'level')})`);
    throw new CliProblem(
      names.length === 0
        ? 'There is no subscription yet: "latchkey subs add" makes one.'
        : `There is no such subscription. There are: ${names.join(', ')}.`,
    );
  }
  const shared = subs.find((row) => textOf(row, 'level') === textOf(named, 'level'));
  if (shared !== named)
    throw new CliProblem(
      `Redeeming a key of its level gives ${textOf(shared ?? named, 'name')}, which is older: give ${textOf(named, 'name')} a level of its own.`,
    );
  return textOf(named, 'level');
}

/** Not interruptible, because the keys of an aborted request would be lost. */
async function addSome(
  { given, ask, say }: CliCall,
  level: string | undefined,
  amount: number,
): Promise<readonly string[]> {
  const charset = given.text('charset');
  const character = charset === undefined ? undefined : charsets[charset];
  if (charset !== undefined && character === undefined)
    throw wrongUsage('--charset must be mixed, upper or lower.');
  const order = given.text('order');
  const answer = await ask('add', {
    expiry: given.text('days'),
    amount: String(amount),
    mask: given.text('mask'),
    level,
    character,
    order,
    note: given.text('note'),
    force: given.isOn('force') ? '1' : undefined,
  });
  const one = textOf(answer, 'key');
  const many = answer['keys'];
  const keys = Array.isArray(many) ? many.map(String) : one === '' ? [] : [one];
  if (keys.length === 0)
    throw new CliProblem('The service made license keys but did not name them.');
  if (order !== undefined && answer['order'] === undefined)
    say('This service knows no orders: asking again makes other keys.');
  if (answer['repeated'] === true) say('This order was made before: these are its keys.');
  return keys;
}
