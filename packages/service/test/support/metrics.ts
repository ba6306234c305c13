// Reads Prometheus text, and evaluates the few forms of expressions that our alert rules have.
import type { TestService } from './service.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** `up` is 0 if the metrics cannot be read, as Prometheus records it. */
export type Scrape = readonly Sample[];

export async function scrape({ metricsUrl }: Pick<TestService, 'metricsUrl'>): Promise<Scrape> {
  const up = (value: number) => [{ name: 'up', labels: { job: 'latchkey' }, value }];
  const text = await fetch(metricsUrl ?? '').then(
    (response) => response.text(),
    () => null,
  );
  return text === null ? up(0) : [...up(1), ...parse(text)];
}

function parse(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') throw new Error(`Not a sample: ${line}`);
    return { name, labels: labelsOf(labels), value: Number(value) };
  });
}

function labelsOf(text: string): Sample['labels'] {
  return Object.fromEntries(
    [...text.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Returns the samples of a selector such as `name{label="a",other!="b"}`. */
export function select(scraped: Scrape, selector: string): readonly Sample[] {
  const [, name = '', matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  if (name === '') throw new Error(`Not a selector: ${selector}`);
  const wanted = [...matchers.matchAll(/([a-z_]+)(!?=)"([^"]*)"/g)];
  return scraped.filter(
    (sample) =>
      sample.name === name &&
      wanted.every(([, label = '', operator, value]) => {
        const isEqual = sample.labels[label] === value;
        return operator === '=' ? isEqual : !isEqual;
      }),
  );
}

function sumOf(scraped: Scrape, selector: string): number {
  return select(scraped, selector).reduce((sum, { value }) => sum + value, 0);
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '==': (one, other) => one === other,
};

/**
 * Evaluates `SIDE OPERATOR NUMBER`. A side is a selector, a sum of increases, or a quotient of two
 * such sums. The increase is the one between two scrapes.
 */
export function isTrue(expression: string, before: Scrape, after: Scrape): boolean {
  const [, side = '', operator = '', limit = ''] = /^(.+) (>|<|==) (\S+)$/.exec(expression) ?? [];
  const compare = comparisons[operator];
  if (compare === undefined) throw new Error(`Not an expression of ours: ${expression}`);
  if (!side.startsWith('sum('))
    return select(after, side).some(({ value }) => compare(value, Number(limit)));
  const increases = side.split(' / ').map((sum) => {
    const selector = /^sum\(increase\((.+)\[5m\]\)\)$/.exec(sum)?.[1];
    if (selector === undefined) throw new Error(`Not an expression of ours: ${expression}`);
    return sumOf(after, selector) - sumOf(before, selector);
  });
  const [first = Number.NaN, second = 1] = increases;
  // Without any request, 0 / 0 is not a number, and no comparison with it is true.
  return compare(first / second, Number(limit));
}
