// The plan of a simulation: who does what and when, drawn from the seed.
import { createStream, type Stream } from './random.ts';

export interface Step {
  readonly id: number;
  readonly atMs: number;
  readonly who: string;
  readonly what: string;
}

/** The names of the actions of each group of people, with their weights. */
export interface Cast {
  readonly people: readonly string[];
  /** How often the group acts, relative to the others. */
  readonly weight: number;
  readonly actions: Readonly<Record<string, { readonly weight: number }>>;
}

const longestPauseMs = 15_000;

/** `opening`: steps without which nothing happens. */
export function makePlan(
  seed: string,
  hours: number,
  casts: readonly Cast[],
  opening: readonly Omit<Step, 'id'>[],
): readonly Step[] {
  const random = createStream(`${seed}/plan`);
  const steps = [...opening];
  let atMs = opening.at(-1)?.atMs ?? 0;
  const mood = casts.map((cast) => ({ ...cast, actions: swarmOf(cast.actions, random) }));
  while (atMs < hours * 3_600_000) {
    atMs += 300 + random.int(longestPauseMs);
    const cast = weighted(random, mood, ({ weight }) => weight);
    const [what] = weighted(random, Object.entries(cast.actions), ([, { weight }]) => weight);
    steps.push({ atMs, who: random.pick(cast.people), what });
  }
  return steps.map((step, id) => ({ ...step, id }));
}

/** Each seed does some things often and others never, which reaches states that an average does not. */
function swarmOf(actions: Cast['actions'], random: Stream): Cast['actions'] {
  const scaled = Object.entries(actions).map(([what, { weight }]) => {
    return [what, { weight: weight * random.pick([0, 0.5, 1, 1, 2]) }] as const;
  });
  return scaled.some(([, { weight }]) => weight > 0) ? Object.fromEntries(scaled) : actions;
}

function weighted<T>(random: Stream, list: readonly T[], weightOf: (one: T) => number): T {
  let left = random.float() * list.reduce((sum, one) => sum + weightOf(one), 0);
  for (const one of list) {
    left -= weightOf(one);
    if (left < 0) return one;
  }
  throw new Error('an empty list has no weights');
}
