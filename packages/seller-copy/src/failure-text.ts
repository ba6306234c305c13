// Chooses the sentence about a failure of the seller API.
import type { FailureCode, FailureFacts } from '@latchkey/protocol/seller-failures.ts';
import { fieldsOf, listIn, textIn, type Fields } from './fields.ts';
import type { Language } from './language.ts';

/**
 * Returns the sentence about an answer that failed. For the code of a newer service, returns the
 * answer's `message`, which may be empty.
 */
export function failureText({ failures }: Pick<Language, 'failures'>, failure: object): string {
  const fields = fieldsOf(failure);
  const { code, message } = fields;
  if (typeof code !== 'string' || !Object.hasOwn(failures, code))
    return typeof message === 'string' ? message : '';
  const sentence = failures[code as FailureCode]; // hasOwn has checked the code
  return typeof sentence === 'string' ? sentence : sentence(factsOf(fields));
}

const textFacts = ['parameter', 'encoding', 'scope', 'subscription', 'level', 'detail'] as const;
const numberFacts = ['retryAfter', 'rows', 'amount', 'days'] as const;

/** Leaves out facts of another type. */
function factsOf(fields: Fields): FailureFacts {
  const subscriptions = listIn(fields, 'subscriptions').map((row) => ({
    name: textIn(row, 'name'),
    level: textIn(row, 'level'),
  }));
  return Object.fromEntries([
    ...textFacts
      .filter((name) => typeof fields[name] === 'string')
      .map((name) => [name, fields[name]]),
    ...numberFacts
      .filter((name) => Number.isFinite(fields[name]))
      .map((name) => [name, fields[name]]),
    ...(Array.isArray(fields['subscriptions']) ? [['subscriptions', subscriptions]] : []),
  ]) as FailureFacts; // each value has the type of its name
}
