// What an answer to the test's own application may never hold: anything that is another's.
import { expect } from 'vitest';
import { prefixes, siblingMark } from './twin-rows.ts';

export function expectNothingOfOthers(answer: string): void {
  for (const mark of [siblingMark.trim(), prefixes.sibling, prefixes.stranger])
    expect(answer).not.toContain(mark);
}
