// The failures whose words depend on their facts: what was typed, wrong codes, used keys.
import type { Failure } from '../../shared/failure.ts';
import { maxNameLength, maxPasswordLength } from '../../shared/limits.ts';
import { dateAndTime, digits, lengthInWords } from './dates.ts';
import type { Situation, Words } from './words.ts';

const nameRule = `1 to ${String(maxNameLength)} characters on one line.`;
const fieldRules: Readonly<Record<string, { readonly name: string; readonly rule: string }>> = {
  username: { name: 'user name', rule: `A user name has ${nameRule}` },
  password: {
    name: 'password',
    rule: `A password has 1 to ${String(maxPasswordLength)} characters on one line.`,
  },
  code: { name: 'code', rule: 'A code has six digits.' },
  key: { name: 'key', rule: `A key has ${nameRule}` },
};

/** What is allowed in a field, by the name it has on the bridge. */
export function fieldRule(field: string): string {
  return fieldRules[field]?.rule ?? 'Check what you typed.';
}

export function invalidInput({ fields }: Failure<'invalid-input'>): Words {
  const known = fields.flatMap((field) => fieldRules[field] ?? []);
  if (known.length === 0)
    return { title: 'That could not be sent', text: 'Check what you typed and try again.' };
  return {
    title: `Check the ${known.map(({ name }) => name).join(' and the ')}`,
    text: known.map(({ rule }) => rule).join(' '),
  };
}

/** Such as "2 tries left, then you have to wait."; null: the service did not say. */
export function triesWords(triesLeft: number | null): string | null {
  if (triesLeft === null) return null;
  if (triesLeft === 0) return 'That was the last try for now.';
  return triesLeft === 1
    ? 'One try left, then you have to wait.'
    : `${digits(triesLeft)} tries left, then you have to wait.`;
}

export function badCredentials(
  { triesLeft }: Failure<'bad-credentials'>,
  { moment }: Situation,
): Words {
  if (moment === 'kept')
    return {
      title: 'Please sign in again',
      text: 'The user name and password no longer match. Perhaps the password was changed.',
      brief: 'The user name and password no longer match. Perhaps the password was changed.',
    };
  const title = 'That user name and password do not match';
  const tries = triesWords(triesLeft);
  if (tries === null)
    return {
      title,
      text: 'Check both and type the password again. Capital letters count.',
      brief: `${title}. Capital letters count.`,
    };
  return { title, text: tries, brief: `${title}. ${tries}` };
}

/** A clock this far off can turn right codes into wrong ones. */
const clockMattersMs = 20_000;

export function badCode(failure: Failure<'bad-code'>): Words {
  const title = 'That code is not right';
  const { text, brief, short } = whatToDo(failure);
  const tries = triesWords(failure.triesLeft);
  return tries === null
    ? { title, text, brief }
    : { title, text: `${text} ${tries}`, brief: `${short} ${tries}` };
}

/** `short`: leaves room for the tries that are left. */
function whatToDo({ failures, clockOffsetMs }: Failure<'bad-code'>) {
  if (failures < 2) {
    const text = 'Type the code that your app shows now.';
    return { text, brief: `That code is not right. ${text}`, short: 'That code is not right.' };
  }
  const wait = 'Wait until your app shows the next code, then type that one.';
  const short = 'Not right. Wait for the next code.';
  if (clockOffsetMs === null)
    return {
      text: wait,
      brief: 'That code is not right. Wait for the next one, then type that.',
      short,
    };
  if (Math.abs(clockOffsetMs) < clockMattersMs)
    return {
      text: `${wait} This computer's clock is right; check the clock of the device that shows the codes.`,
      brief: `${short} This computer's clock is right; check the other device's.`,
      short,
    };
  const clock = clockIsOff(clockOffsetMs);
  return {
    text: `${wait} ${clock} If your app runs on this computer, correct the clock first.`,
    brief: `${short} ${clock}`,
    short: `Not right. ${clock}`,
  };
}

/** `offsetMs`: this computer's clock minus the service's. */
export function clockIsOff(offsetMs: number): string {
  const by = Math.abs(offsetMs);
  const words = by < 60_000 ? `${Math.round(by / 1000)} seconds` : lengthInWords(by);
  return `This computer's clock is ${words} ${offsetMs > 0 ? 'fast' : 'slow'}.`;
}

export function keyUsed(
  { usedByYou, expiresAt, afterLostAnswer }: Failure<'key-used'>,
  _situation: Situation,
): Words {
  const until =
    expiresAt === null ? '' : ` Your subscription runs until ${dateAndTime(expiresAt)}.`;
  if (usedByYou)
    return { title: 'You have already redeemed this key', text: `It is redeemed once.${until}` };
  if (afterLostAnswer)
    return {
      title: 'This key has already been used',
      text: `Your earlier try probably redeemed it.${until} Check your subscriptions before you ask for help.`,
    };
  return {
    title: 'This key has already been used',
    text: `A key works once, for one account.${until}`,
    offer: 'contact',
  };
}
