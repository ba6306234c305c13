// Remembers the files that a removal or move has left, so that the user can look at them.
// SECURITY: the page never names a path; it only asks to show these files.
import type { FilesLeft } from '../../../shared/session.ts';
import type { LeftFiles as Left } from '../delivery/ports.ts';
import type { DeliveryHost } from './delivery-types.ts';

export interface LeftFiles {
  /** Returns the facts for the notice. */
  readonly remember: (left: Left) => FilesLeft;
  /** Does nothing if there is nothing to show, or no file manager. */
  readonly show: () => void;
}

export function createLeftFiles({ showFile }: Pick<DeliveryHost, 'showFile'>): LeftFiles {
  let place: string | null = null;
  return {
    remember({ folder, file, names }) {
      place = file ?? folder;
      return { folder, name: names[0] ?? null, canShow: showFile !== null };
    },
    show() {
      if (place !== null) showFile?.(place);
    },
  };
}
