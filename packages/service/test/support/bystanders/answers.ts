// Checks that no answer mentions other applications, and removes the neighbour from lists.
import { expect } from 'vitest';
import { neighbourName, prefixes, siblingMark } from './twin-rows.ts';

export function expectNoOtherApplications(answer: string): void {
  for (const mark of [siblingMark.trim(), prefixes.sibling, prefixes.stranger])
    expect(answer).not.toContain(mark);
}

/** Returns the answer without list elements that mention the neighbour. */
export function withoutNeighbour<Answer>(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer), (_name, value: unknown) =>
    Array.isArray(value) ? value.filter((one) => !mentionsNeighbour(one)) : value,
  ) as Answer; // the same type: only list elements are removed
}

function mentionsNeighbour(element: unknown): boolean {
  const text = JSON.stringify(element);
  return text.includes(`"${neighbourName}"`) || text.includes(prefixes.neighbour);
}
