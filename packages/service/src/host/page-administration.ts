// Names the customers' page of an application, for the command line.
import { assetsName, pageName } from '@latchkey/protocol/page-api.ts';
import { httpsLink } from '@latchkey/protocol/seller/https-link.ts';
import { refused, withOpenData, type CommandResult, type DataLocation } from './administering.ts';
import { findApplication } from './applications.ts';

export interface PageToSet {
  readonly name: string;
  readonly ownerid: string | undefined;
  /** An empty name removes the page. */
  readonly pagename: string;
  /** The URL of "Renew". Empty removes it; undefined keeps it. */
  readonly renew: string | undefined;
}

export interface SetPage {
  readonly name: string;
  readonly ownerid: string;
  /** Null without a page. */
  readonly path: string | null;
}

export async function setPage(
  location: DataLocation,
  { name, ownerid, pagename, renew }: PageToSet,
): Promise<CommandResult<SetPage>> {
  if (pagename !== '' && !pageName.safeParse(pagename).success)
    return refused('--pagename must have 3 to 40 lower case letters, digits or dashes.');
  if (pagename === assetsName) return refused(`The name "${assetsName}" is reserved.`);
  if (renew !== undefined && !httpsLink.safeParse(renew).success)
    return refused('--renew must be an https link.');
  return withOpenData(location, async (db) => {
    const found = await findApplication(db, name, ownerid);
    if (!found.ok) return found;
    const { application } = found;
    const other = await db
      .selectFrom('applications')
      .select('id')
      .where('pageName', '=', pagename)
      .where('id', '!=', application.id)
      .executeTakeFirst();
    if (other !== undefined)
      return refused(`The name "${pagename}" belongs to the page of another application.`);
    await db
      .updateTable('applications')
      .set({
        pageName: pagename === '' ? null : pagename,
        ...(renew !== undefined && { pageRenew: renew === '' ? null : renew }),
      })
      .where('id', '=', application.id)
      .execute();
    const path = pagename === '' ? null : `/my/${pagename}`;
    return { ok: true, value: { name, ownerid: application.ownerid, path } };
  });
}
