// Reads the page of the desk for a service that serves it.
import { isDeskBuilt, readDeskPages, type DeskPages } from '../features/desk/files.ts';

/** The demo has the desk if its page is built. Throws StartProblem if `--desk` finds no page. */
export function openDesk(
  { desk = false, demo = false }: { readonly desk?: boolean; readonly demo?: boolean },
  { deskFolder }: { readonly deskFolder: string },
): DeskPages | null {
  const isWanted = desk || (demo && isDeskBuilt(deskFolder));
  return isWanted ? readDeskPages(deskFolder) : null;
}
