// `latchkey keys add`: creates licenses. A repeated order returns the same licenses.
import { fold } from '@latchkey/protocol/fold.ts';
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import { rowsOf, textOf } from '../answers.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { daysOf, daysOption, levelOption, orderOption } from './parameters.ts';

const characterSets: Readonly<Record<string, string>> = { mixed: '1', upper: '2', lower: '3' };

export const addKeysCommand: Command = {
  words: 'keys add',
  summary: 'Adds license keys and prints them, one per line',
  notes: [
    'If interrupted, it prints the keys that were created so far.',
    'With --order you can safely repeat the command: the same order returns the same keys. Another amount, level or duration is refused.',
  ],
  options: {
    days: { ...daysOption, help: 'days that a key gives, or "lifetime"; decimals are allowed' },
    amount: { value: 'N', help: 'number of keys (default: 1)' },
    mask: {
      value: 'TEXT',
      help: 'each * becomes a random character (default: six groups of six)',
      parameter: 'mask',
      allowed: '1 to 70 characters without commas, with enough * unless you add --force',
      refusals: ['mask-too-weak'],
    },
    sub: { value: 'NAME', help: 'subscription that the keys give' },
    level: { ...levelOption, help: 'level of the subscription, instead of --sub (default: 1)' },
    charset: { value: 'NAME', help: 'characters for *: mixed, upper or lower (default: mixed)' },
    order: {
      ...orderOption,
      help: 'order that the keys are for, at most 200 characters; allows at most 100 keys',
    },
    note: {
      value: 'TEXT',
      help: 'text for your own use, at most 69 characters',
      parameter: 'note',
      allowed: 'at most 69 characters',
    },
    force: { help: 'accept a mask that is easy to guess, and a level without a subscription' },
  },
  run: addKeys,
};

async function addKeys(call: CliCall): Promise<Output> {
  const { args, stop } = call;
  const order = args.text('order');
  const amount =
    args.integer('amount', 1, order === undefined ? 1_000_000 : maxKeysPerRequest) ?? 1;
  const level = await levelOf(call);
  const keys: string[] = [];
  let problem: CliProblem | null = null;
  while (keys.length < amount && !stop.aborted && problem === null)
    try {
      const createdKeys = await addOneRequest(
        call,
        level,
        Math.min(maxKeysPerRequest, amount - keys.length),
      );
      for (const key of createdKeys) call.printNow(key);
      keys.push(...createdKeys);
      if (amount > maxKeysPerRequest) call.progress(keys.length, amount, 'created');
    } catch (error) {
      if (!(error instanceof CliProblem)) throw error;
      problem = error;
    }
  if (problem !== null && keys.length === 0) throw problem;
  if (problem !== null) call.say(problem.message);
  const isComplete = keys.length === amount;
  if (!isComplete) call.say(`${keys.length} of ${amount} were created.`);
  return { document: { success: isComplete, keys }, hasFailed: !isComplete };
}

/** Returns the level of `--sub`. A service that ignores the parameter `sub` would use level 1. */
async function levelOf({ args, ask }: CliCall): Promise<string | undefined> {
  const [sub, level] = [args.text('sub'), args.text('level')];
  if (sub === undefined) return level;
  if (level !== undefined) throw wrongUsage('Use either --sub or --level, not both.');
  const subs = rowsOf(await ask('fetchallsubs'), 'subs');
  const named =
    subs.find((row) => textOf(row, 'name') === sub) ??
    subs.find((row) => fold(textOf(row, 'name')) === fold(sub));
  if (named === undefined) {
    const names = subs.map((row) => `${textOf(row, 'name')} (level ${textOf(row, 'level')})`);
    throw new CliProblem(
      names.length === 0
        ? 'There is no subscription yet. Add one with "latchkey subs add".'
        : `--sub must be the name of a subscription. There are: ${names.join(', ')}.`,
    );
  }
  const oldestOfLevel = subs.find((row) => textOf(row, 'level') === textOf(named, 'level'));
  if (oldestOfLevel !== named)
    throw new CliProblem(
      `Redeeming a key of this level gives ${textOf(oldestOfLevel ?? named, 'name')}, which is older. Give ${textOf(named, 'name')} a different level.`,
    );
  return textOf(named, 'level');
}

/** Does not react to an interruption, because the keys of an aborted request would be lost. */
async function addOneRequest(
  { args, ask, say }: CliCall,
  level: string | undefined,
  amount: number,
): Promise<readonly string[]> {
  const charset = args.text('charset');
  const character = charset === undefined ? undefined : characterSets[charset];
  if (charset !== undefined && character === undefined)
    throw wrongUsage('--charset must be mixed, upper or lower.');
  const order = args.text('order');
  const answer = await ask('add', {
    expiry: daysOf(args),
    amount: String(amount),
    mask: args.text('mask'),
    level,
    character,
    order,
    note: args.text('note'),
    force: args.isOn('force') ? '1' : undefined,
  });
  const singleKey = textOf(answer, 'key');
  const severalKeys = answer['keys'];
  const keys = Array.isArray(severalKeys)
    ? severalKeys.map(String)
    : singleKey === ''
      ? []
      : [singleKey];
  if (keys.length === 0)
    throw new CliProblem('The service created license keys but did not return them.');
  if (order !== undefined && answer['order'] === undefined)
    say('This service does not support orders. Repeating the command creates more keys.');
  if (answer['refunded'] === true)
    say('This order was refunded, and its keys are banned. Deliver none of them.');
  else if (answer['repeated'] === true) say('This order already exists. These are its keys.');
  return keys;
}
