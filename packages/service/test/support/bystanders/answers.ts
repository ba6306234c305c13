// What answers to the test's own application say of others: of other applications nothing, ever; of the neighbour in lists of all
// users, where a test need not know of them.
import { expect } from 'vitest';
import { neighbourName, prefixes, siblingMark } from './twin-rows.ts';

export function expectNothingOfOthers(answer: string): void {
  for (const mark of [siblingMark.trim(), prefixes.sibling, prefixes.stranger])
    expect(answer).not.toContain(mark);
}

/** The answer without those elements of its lists that speak of the neighbour. */
export function withoutNeighbour<Answer>(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer), (_name, value: unknown) =>
    Array.isArray(value) ? value.filter((one) => !speaksOfNeighbour(one)) : value,
  ) as Answer; // the same but for elements of lists
}

function speaksOfNeighbour(element: unknown): boolean {
  const text = JSON.stringify(element);
  return text.includes(`"${neighbourName}"`) || text.includes(prefixes.neighbour);
}
