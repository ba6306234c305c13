// Remembers the files that a removal or move has left, so that the user can look at them.
// SECURITY: the page never names a path; it only asks to show these files.
import type { RemainingFilesSummary } from '../../../shared/program.ts';
import type { RemainingFiles } from '../delivery/ports.ts';
import type { DeliveryHost } from './delivery-types.ts';

export interface RemainingFilesMemory {
  /** Returns the facts for the notice. */
  readonly remember: (left: RemainingFiles) => RemainingFilesSummary;
  /** Does nothing if there is nothing to show, or no file manager. */
  readonly show: () => void;
}

export function createRemainingFilesMemory({
  showFile,
}: Pick<DeliveryHost, 'showFile'>): RemainingFilesMemory {
  let path: string | null = null;
  return {
    remember({ folder, file, names }) {
      path = file ?? folder;
      return { folder, name: names[0] ?? null, canShow: showFile !== null };
    },
    show() {
      if (path !== null) showFile?.(path);
    },
  };
}
