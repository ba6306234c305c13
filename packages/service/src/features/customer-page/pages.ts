// Finds the application of a customers' page.
import type { Database } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';

const readPage = statement((db, { pageName }: { readonly pageName: string }) =>
  db
    .selectFrom('applications')
    .select(['id', 'name', 'ownerid', 'pageRenew as renew'])
    .where('pageName', '=', pageName),
);

export interface PageOfName {
  /** The id of the application. */
  readonly id: string;
  /** The name of the application. */
  readonly name: string;
  readonly ownerid: string;
  /** The name of the page. */
  readonly pageName: string;
  /** The URL of "Renew", or null. */
  readonly renew: string | null;
}

export async function findPage(db: Database, pageName: string): Promise<PageOfName | undefined> {
  const [page] = await readPage(db, { pageName });
  return page && { ...page, pageName };
}
