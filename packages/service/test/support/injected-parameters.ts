// Builds requests with injected texts: one parameter at a time, and all parameters together.
import { injections } from './injections.ts';
import { type Parameter } from './requests-from-spec.ts';
import { type SentParameters } from './injected-writes.ts';
import { shareOf } from '../../../../test/support/share.ts';

/** A parameter is text if its schema accepts this many injections. Numbers and flags accept few. */
const minTextInjections = 100;

const isText = ({ accepts }: Parameter) => injections.filter(accepts).length >= minTextInjections;

export const examples = (parameters: readonly Parameter[]) =>
  Object.fromEntries(
    parameters.filter(({ optional }) => !optional).map(({ name, example }) => [name, example]),
  );

/** Parameters whose guesses are counted. */
const countedParameters = ['username', 'key', 'email'];

/**
 * Returns a request for each text. Names and keys differ, so that each request has its own budget.
 */
export function requestsForParameter(
  parameters: readonly Parameter[],
  { name, ...injected }: Parameter,
): SentParameters[] {
  const texts = isText({ name, ...injected }) ? shareOf(injections) : injections.slice(0, 25);
  return texts.map((text, index) => {
    const base = Object.entries(examples(parameters)).map(([other, example]) =>
      countedParameters.includes(other) ? [other, `${example}-${index}`] : [other, example],
    );
    return { ...Object.fromEntries(base), [name]: text } as SentParameters; // texts by name
  });
}

/**
 * Returns requests with every text in every text parameter. Accepted texts share a request, and
 * each other text gets its own.
 */
export function combinedRequests(parameters: readonly Parameter[]): SentParameters[] {
  const base = examples(parameters);
  const texts = parameters.filter(isText);
  if (texts.length === 0)
    return injections
      .slice(0, 25)
      .flatMap((text) => parameters.map(({ name }) => ({ ...base, [name]: text })));
  return shareOf([...injections.keys()]).flatMap((index) => {
    const sent = texts.map(({ name, accepts }, position) => {
      const text = injections[(index + 37 * position) % injections.length] ?? '';
      return { name, text, isAccepted: accepts(text) };
    });
    const fitting = sent
      .filter(({ isAccepted }) => isAccepted)
      .map(({ name, text }) => [name, text]);
    const others = sent.filter(({ isAccepted }) => !isAccepted);
    return [
      ...(fitting.length === 0
        ? []
        : [{ ...base, ...Object.fromEntries(fitting) } as SentParameters]), // texts by name
      ...others.map(({ name, text }) => ({ ...base, [name]: text })),
    ];
  });
}
