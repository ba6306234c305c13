// Every sentence, for the screens and parts that are loaded later. A test sees that nothing of the first screen imports this.
import type { Copy } from '../../copy/copy.ts';
import { laterCopy } from './language.ts';
import { useParts } from './loader-context.ts';

export function useLaterCopy(): Copy {
  return laterCopy(useParts().language);
}
