// Builds requests with injected texts: one parameter at a time, and all parameters together.
import { injections } from './injections.ts';
import { type Parameter } from './requests-from-spec.ts';
import { type Sent } from './injected-writes.ts';
import { shareOf } from '../../../../test/support/share.ts';

/** A parameter is text if its schema accepts this many injections. Numbers and flags accept few. */
const textual = 100;

const isText = ({ takes }: Parameter) => injections.filter(takes).length >= textual;

export const examples = (parameters: readonly Parameter[]) =>
  Object.fromEntries(
    parameters.filter(({ optional }) => !optional).map(({ name, example }) => [name, example]),
  );

/** Parameters whose guesses are counted. */
const own = ['username', 'key', 'email'];

/**
 * Returns a request for each text. Names and keys differ, so that each request has its own budget.
 */
export function oneByOne(
  parameters: readonly Parameter[],
  { name, ...injected }: Parameter,
): Sent[] {
  const texts = isText({ name, ...injected }) ? shareOf(injections) : injections.slice(0, 25);
  return texts.map((text, index) => {
    const base = Object.entries(examples(parameters)).map(([other, example]) =>
      own.includes(other) ? [other, `${example}-${index}`] : [other, example],
    );
    return { ...Object.fromEntries(base), [name]: text } as Sent; // texts by name
  });
}

/**
 * Returns requests with every text in every text parameter. Accepted texts share a request, and
 * each other text gets its own.
 */
export function together(parameters: readonly Parameter[]): Sent[] {
  const base = examples(parameters);
  const texts = parameters.filter(isText);
  if (texts.length === 0)
    return injections
      .slice(0, 25)
      .flatMap((text) => parameters.map(({ name }) => ({ ...base, [name]: text })));
  return shareOf([...injections.keys()]).flatMap((index) => {
    const sent = texts.map(({ name, takes }, turn) => {
      const text = injections[(index + 37 * turn) % injections.length] ?? '';
      return { name, text, fits: takes(text) };
    });
    const fitting = sent.filter(({ fits }) => fits).map(({ name, text }) => [name, text]);
    const others = sent.filter(({ fits }) => !fits);
    return [
      ...(fitting.length === 0 ? [] : [{ ...base, ...Object.fromEntries(fitting) } as Sent]), // texts by name
      ...others.map(({ name, text }) => ({ ...base, [name]: text })),
    ];
  });
}
