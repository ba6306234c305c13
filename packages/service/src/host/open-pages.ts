// Reads the pages that a service serves: the desk of sellers, and the page of their customers.
import { isPageBuilt, readPageFiles, type PageFiles } from '../http/browser/page-files.ts';

interface Wanted {
  readonly desk?: boolean;
  readonly page?: boolean;
  readonly demo?: boolean;
}

interface Folders {
  readonly deskFolder: string;
  readonly pageFolder: string;
}

/**
 * The demo has each page that is built. Throws StartProblem if `--desk` or `--page` finds no page.
 */
export function openPages(
  { desk = false, page = false, demo = false }: Wanted,
  { deskFolder, pageFolder }: Folders,
): { readonly desk: PageFiles | null; readonly page: PageFiles | null } {
  const open = (isWanted: boolean, folder: string, needed: string) =>
    isWanted || (demo && isPageBuilt(folder)) ? readPageFiles(folder, needed) : null;
  return {
    desk: open(desk, deskFolder, '--desk needs the page of the desk'),
    page: open(page, pageFolder, "--page needs the customers' page"),
  };
}
