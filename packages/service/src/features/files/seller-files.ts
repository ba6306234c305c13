// Seller API operations on files. Contents are fetched before the transaction, and unused contents
// are deleted after it.
import { randomInt } from 'node:crypto';
import type { filesApi } from '@latchkey/protocol/seller/files.ts';
import { isReferenced, receiveContent, type NewContent } from '../../storage/file-contents.ts';
import type { Database, Tables } from '../../database/schema.ts';
import {
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';

type FileRow = Tables['files'];

const maxFiles = 1000;

export const files: SellerHandlers<typeof filesApi> = {
  upload: {
    async prepare(call, { url, name, authed = 1 }) {
      if (await isFull(call)) return fail('too-many-files');
      const content = await receiveContent(call, { url, name });
      if (typeof content === 'string') return fail(content);
      const storeAgain = await storeContent(content);
      return async (change) => {
        change.afterwards(storeAgain);
        if (await isFull(change)) return fail('too-many-files');
        const id = await insertFile(change, content, authed);
        const { size, sha256 } = content.draft;
        const message = `File ID ${id} Uploaded Successfully`;
        return done({ id, size: String(size), sha256 }, { message });
      };
    },
  },

  editfile: {
    async prepare(call, { id, url, name, authed }) {
      if ((await findFile(call.db, call.application.id, id)) === undefined)
        return fail('file-unknown');
      const needsContent = url !== undefined || name !== undefined || authed === undefined;
      const content = needsContent ? await receiveContent(call, { url, name }) : null;
      if (typeof content === 'string') return fail(content);
      const storeAgain = content === null ? null : await storeContent(content);
      return async (change) => {
        if (storeAgain !== null) change.afterwards(storeAgain);
        const { db, application } = change;
        const old = await findFile(db, application.id, id);
        if (old === undefined) return fail('file-unknown');
        const newColumns = content === null ? {} : columnsOf(change, content);
        await db
          .updateTable('files')
          .set({ ...newColumns, authed: authed ?? old.authed })
          .where('applicationId', '=', application.id)
          .where('id', '=', id)
          .execute();
        if (content !== null) releaseContents(change, [old]);
        return done();
      };
    },
  },

  async delfile(call, { fileid }) {
    const deleted = await call.db
      .deleteFrom('files')
      .where('applicationId', '=', call.application.id)
      .where('id', '=', fileid)
      .returning('sha256')
      .execute();
    releaseContents(call, deleted);
    return deleted.length === 0 ? fail('file-unknown') : done();
  },

  async delallfiles(call) {
    const deleted = await call.db
      .deleteFrom('files')
      .where('applicationId', '=', call.application.id)
      .returning('sha256')
      .execute();
    releaseContents(call, deleted);
    return deleted.length === 0 ? fail('no-files') : done();
  },

  async fetchfile({ db, application }, { id }) {
    const row = await findFile(db, application.id, id);
    if (row === undefined) return fail('file-unknown');
    const { sha256, uploadedAt } = row;
    return done({ file: { ...fileAnswer(row), sha256, uploaddate: String(uploadedAt) } });
  },

  async fetchallfiles({ db, application }, page) {
    const query = db
      .selectFrom('files')
      .selectAll()
      .where('applicationId', '=', application.id)
      .orderBy('id');
    const { rows, ...more } = await readPage(query, page);
    return done({ files: rows.map(fileAnswer), ...more });
  },
};

/**
 * Stores the content before its row exists. The returned function stores the content again after
 * the commit, in case a sweep deleted it in between.
 */
async function storeContent({ draft }: NewContent): Promise<() => Promise<void>> {
  await draft.keep();
  return async () => {
    try {
      await draft.keep();
    } finally {
      await draft.discard();
    }
  };
}

function releaseContents(
  { afterwards, application, storedFiles }: SellerChange,
  deleted: readonly Pick<FileRow, 'sha256'>[],
): void {
  afterwards(async (db) => {
    for (const { sha256 } of deleted)
      await storedFiles
        .of(application.id)
        .release(sha256, () => isReferenced(db, application.id, sha256));
  });
}

function columnsOf({ now }: SellerChange, { draft, url, name }: NewContent) {
  const { size, sha256 } = draft;
  return { url, name, size, sha256, uploadedAt: now };
}

async function insertFile(
  call: SellerChange,
  content: NewContent,
  authed: FileRow['authed'],
): Promise<string> {
  const { db, application } = call;
  for (;;) {
    const id = String(randomInt(100_000, 1_000_000));
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('files')
      .values({ applicationId: application.id, id, ...columnsOf(call, content), authed })
      .onConflict((conflict) => conflict.columns(['applicationId', 'id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return id;
  }
}

async function findFile(
  db: Database,
  applicationId: string,
  id: string,
): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

async function isFull({ db, application }: SellerCall | SellerChange): Promise<boolean> {
  const { count } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('applicationId', '=', application.id)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxFiles;
}

function fileAnswer({ id, url, name, size, authed }: FileRow) {
  return { id, url: url ?? '', name, size: String(size), authed };
}
