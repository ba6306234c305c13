// What a computer is called where several may have the same name.
import { numberSameNames } from '@latchkey/protocol/same-names.ts';

interface Computer {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the title of each computer. The beginning of the id tells computers without a name apart,
 * and a number those with the same name.
 */
export function computerTitles(computers: readonly Computer[], unnamed: string): readonly string[] {
  return numberSameNames(
    computers.map(({ id, name }) => (name === '' ? `${unnamed} ${computerMark(id)}` : name)),
  );
}

/** The beginning of a computer's id. */
export function computerMark(id: string): string {
  return id.slice(0, 6);
}
