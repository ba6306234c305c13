// Adds settings for third-party clients and shops: the status of failures, and weak masks. Requests
// now trim device ids (docs/protocol.md#requests), so this trims the stored ones; otherwise their
// users could not sign in.
import { sql, type Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

const batchRows = 1000;

type Before = {
  devices: { userId: string; hwid: string; addedAt: number };
  blacklist: {
    applicationId: string;
    kind: string;
    data: string;
    userId: string | null;
    createdAt: number;
  };
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'applications', 'failureStatus', 'spec');
  await addNumber(db, 'applications', 'weakKeys', 0);
  const before = db.$extendTables<Before>();
  await cleanDevices(before);
  await cleanBlacklist(before);
}

function cleanText(text: string): string {
  return text.trim().normalize('NFC');
}

/** If the user already has the trimmed id too, only that row stays. */
async function cleanDevices(db: Kysely<Before>): Promise<void> {
  for (let last = { userId: '', hwid: '' }; ;) {
    const rows = await db
      .selectFrom('devices')
      .selectAll()
      .where(sql<boolean>`(user_id, hwid) > (${last.userId}, ${last.hwid})`)
      .orderBy('userId')
      .orderBy('hwid')
      .limit(batchRows)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    for (const row of rows.filter(({ hwid }) => cleanText(hwid) !== hwid)) {
      await db
        .deleteFrom('devices')
        .where('userId', '=', row.userId)
        .where('hwid', '=', row.hwid)
        .execute();
      await db
        .insertInto('devices')
        .values({ ...row, hwid: cleanText(row.hwid) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

async function cleanBlacklist(db: Kysely<Before>): Promise<void> {
  for (let last = { applicationId: '', data: '' }; ;) {
    const rows = await db
      .selectFrom('blacklist')
      .selectAll()
      .where('kind', '=', 'hwid')
      .where(sql<boolean>`(application_id, data) > (${last.applicationId}, ${last.data})`)
      .orderBy('applicationId')
      .orderBy('data')
      .limit(batchRows)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    for (const row of rows.filter(({ data }) => cleanText(data) !== data)) {
      await db
        .deleteFrom('blacklist')
        .where('applicationId', '=', row.applicationId)
        .where('kind', '=', 'hwid')
        .where('data', '=', row.data)
        .execute();
      await db
        .insertInto('blacklist')
        .values({ ...row, data: cleanText(row.data) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
