// Describes this computer to the service, for people: its name and its operating system.
import { maxComputerNameLength } from '@latchkey/protocol/limits.ts';
import { oneLine } from '@latchkey/protocol/typed-text.ts';
import { type CoreParts } from '../parts.ts';

/** Optional parameters of every sign-in. Older services ignore them. */
export interface ComputerParameters {
  /** The name that the user chose, else the host name. */
  readonly computer: string;
  readonly system: string;
}

export function computerParameters({
  state,
  thisComputer: { hostName, system },
}: Pick<CoreParts, 'state' | 'thisComputer'>): ComputerParameters {
  const cut = (text: string): string => oneLine(text, maxComputerNameLength);
  return { computer: cut(state.get().computerName ?? hostName), system: cut(system) };
}
