// Builds the texts of notices after the program was installed, removed or moved, or its unfinished
// download was removed.
import type { Notice } from '../shared/session.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';
import { formatBytes } from './task-texts.ts';

export type ProgramNotice = Extract<
  Notice,
  { readonly kind: 'installed' | 'uninstalled' | 'download-removed' | 'moved' }
>;

export function isProgramNotice(notice: Notice): notice is ProgramNotice {
  return ['installed', 'uninstalled', 'download-removed', 'moved'].includes(notice.kind);
}

export function programNoticeTexts(
  copy: Copy,
  notice: ProgramNotice,
  brand: string,
): { readonly title: string; readonly text: string } {
  const { delivery } = copy;
  if (notice.kind === 'installed')
    return {
      title: fill(delivery.installedTitle, { brand }),
      text: fill(delivery.installedText, { version: notice.version }),
    };
  if (notice.kind === 'moved') {
    const { folder, name } = notice.remaining;
    return name === null
      ? { title: delivery.movedUnknown, text: fill(delivery.movedLeftUnknown, { folder }) }
      : { title: delivery.moved, text: fill(delivery.movedLeft, { folder, file: name }) };
  }
  const size = formatBytes(copy, notice.freedBytes);
  if (notice.kind === 'download-removed')
    return { title: delivery.downloadRemoved, text: fill(delivery.downloadRemovedText, { size }) };
  const { folder, name = null } = notice.remaining ?? {};
  return {
    title: fill(delivery.uninstalled, { brand }),
    text:
      folder === undefined || name === null
        ? fill(delivery.uninstalledText, { size })
        : fill(delivery.uninstalledLeft, { size, folder, file: name }),
  };
}
