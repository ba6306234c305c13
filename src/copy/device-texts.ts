// Builds the texts about the changed parts of this computer's device id.
import type { DeviceChange } from '../shared/device-parts.ts';
import type { Copy } from './copy.ts';
import { fill, joinSentences } from './sentences.ts';

/** Returns a list, such as "the motherboard and the processor". */
export function formatParts(copy: Copy, changes: readonly DeviceChange[]): string {
  const names = changes.map(({ part }) => copy.deviceChanges.parts[part]);
  return new Intl.ListFormat(copy.locale).format(names);
}

/** Describes the changes since the last sign-in, for an account bound to another computer. */
export function changesText(copy: Copy, changes: readonly DeviceChange[]): string {
  const { none, changed, missing, added } = copy.deviceChanges;
  if (changes.length === 0) return none;
  const sentences = { other: changed, gone: missing, new: added } as const;
  const texts = (['other', 'gone', 'new'] as const)
    .map((how) => ({ how, of: changes.filter((change) => change.kind === how) }))
    .filter(({ of }) => of.length > 0)
    .map(({ how, of }) => fill(sentences[how], { parts: formatParts(copy, of) }));
  return joinSentences(...texts);
}
