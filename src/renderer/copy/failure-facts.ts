// The failures whose words depend on their facts: what was typed, wrong codes, used keys.
import type { Failure } from '../../shared/failure.ts';
import { dateAndTime, lengthInWords } from './dates.ts';
import type { Situation, Words } from './words.ts';

const fieldRules: Readonly<Record<string, { readonly name: string; readonly rule: string }>> = {
  username: { name: 'user name', rule: 'A user name has 1 to 70 characters on one line.' },
  password: { name: 'password', rule: 'A password has 1 to 1024 characters on one line.' },
  code: { name: 'code', rule: 'A code has six digits.' },
  key: { name: 'key', rule: 'A key has 1 to 70 characters on one line.' },
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

/** A clock this far off can turn right codes into wrong ones. */
const clockMattersMs = 20_000;

export function badCode({ failures, clockOffsetMs }: Failure<'bad-code'>): Words {
  const title = 'That code is not right';
  if (failures < 2)
    return {
      title,
      text: 'Type the code that your app shows now.',
      brief: `${title}. Type the code that your app shows now.`,
    };
  const wait = 'Wait until your app shows the next code, then type that one.';
  if (clockOffsetMs === null)
    return { title, text: wait, brief: `${title}. Wait for the next one, then type that.` };
  if (Math.abs(clockOffsetMs) < clockMattersMs)
    return {
      title,
      text: `${wait} This computer's clock is right; check the clock of the device that shows the codes.`,
      brief:
        "Not right. Wait for the next code. This computer's clock is right; check the other device's.",
    };
  return {
    title,
    text: `${wait} ${clockIsOff(clockOffsetMs)} If your app runs on this computer, correct the clock first.`,
    brief: `Not right. Wait for the next code. ${clockIsOff(clockOffsetMs)}`,
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
    return { title: 'You have already added this key', text: `It works once.${until}` };
  if (afterLostAnswer)
    return {
      title: 'This key has already been used',
      text: `Your earlier try probably added it.${until} Check your subscriptions before you ask for help.`,
    };
  return {
    title: 'This key has already been used',
    text: `A key works once, for one account.${until}`,
    offer: 'contact',
  };
}
