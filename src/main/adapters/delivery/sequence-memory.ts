// The highest sequence of each line of releases, in the state file: apart from the program's folder, which may be brought from elsewhere.
import type { SequenceMemory } from '../../core/delivery/ports.ts';
import type { LocalState } from '../../core/ports.ts';

/** `service`: the hash that stands for it in the state file. */
export function createSequenceMemory(
  state: Pick<LocalState, 'get' | 'change'>,
  service: string,
): SequenceMemory {
  const nameOf = (line: string): string => `${service} ${line}`;
  return {
    highest: (line) => state.get().highestSequence[nameOf(line)] ?? null,
    raise(line, sequence) {
      const { highestSequence } = state.get();
      if (sequence <= (highestSequence[nameOf(line)] ?? 0)) return;
      state.change({ highestSequence: { ...highestSequence, [nameOf(line)]: sequence } });
    },
  };
}
