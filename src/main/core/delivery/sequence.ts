// Never back to an older release, and not so far ahead that no later one would ever count (contract 0.12).

/** A publisher's key that was stolen for a day must not be able to use the numbers up. */
const furthestJump = 1_000_000;

/** `highest`: null where none is known yet. The same one again is taken: that is how it is repaired. */
export function judgeSequence(
  sequence: number,
  highest: number | null,
): 'taken' | 'older' | 'too-far' {
  if (highest === null) return 'taken';
  if (sequence < highest) return 'older';
  return sequence - highest > furthestJump ? 'too-far' : 'taken';
}

/** The state file and the program's folder both remember; the higher one counts. */
export function higherOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
