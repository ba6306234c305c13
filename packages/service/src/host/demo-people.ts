// The people of the demo: an owner, who signs in to the desk, and two accounts that it shows.
// SECURITY: the owner's password is different in each folder, because an owner may do whatever the
// seller key may do, which is not public either.
import { createHash, randomUUID } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { withFold } from '../database/names.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { resetPerson } from '../features/people/invitations.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { demoPlan } from './demo-data.ts';

const ownerName = 'Olga';

export interface DemoOwner {
  readonly ownerid: string;
  readonly name: string;
  readonly password: string;
}

interface DemoApplication {
  readonly id: string;
  readonly ownerid: string;
}

function passwordOf(sellerkey: string): string {
  const digest = createHash('sha256').update(`demo owner ${sellerkey}`).digest('hex');
  return `olga-${digest.slice(0, 12)}`;
}

/**
 * Adds the people once. If the folder has a new seller key, the owner gets the password of that key, unless somebody has changed it.
 */
export async function openDemoPeople(
  db: Database,
  demo: DemoApplication,
  { passwords, sellerkey }: { readonly passwords: Passwords; readonly sellerkey: string },
  now: number,
): Promise<void> {
  const stored = await readOwnerFact(db);
  if (stored?.keyHash === hashToken(sellerkey)) return;
  const passwordHash = await passwords.hash(passwordOf(sellerkey));
  await transact(db, async (transaction) => {
    const isChanged =
      stored === null
        ? await addOwner(transaction, demo, passwordHash, now)
        : await replacePassword(transaction, demo, stored.passwordHash, passwordHash);
    if (!isChanged) return;
    if (stored === null) await addAccounts(transaction, demo, now);
    await writeFact(transaction, 'demo-owner', `${hashToken(sellerkey)} ${passwordHash}`);
  });
}

/** Null without the owner, or if somebody has changed the password. */
export async function listDemoOwner(
  db: Database,
  { ownerid }: Pick<DemoApplication, 'ownerid'>,
  sellerkey: string,
): Promise<DemoOwner | null> {
  const owner = await findUnchanged(db, ownerid);
  return owner && { ownerid, name: owner.name, password: passwordOf(sellerkey) };
}

/** Replaces the password, and ends all sessions. Null if somebody has changed the password. */
export async function keepOwner(
  db: Transaction,
  { ownerid }: Pick<DemoApplication, 'ownerid'>,
  passwordHash: string,
  now: number,
): Promise<{ readonly name: string } | null> {
  const owner = await findUnchanged(db, ownerid);
  if (owner === null) return null;
  await resetPerson(db, owner.id, passwordHash, now);
  return { name: owner.name };
}

async function findUnchanged(db: Database, ownerid: string) {
  const stored = await readOwnerFact(db);
  if (stored === null) return null;
  const { passwordHash } = stored;
  const owner = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('ownerid', '=', ownerid)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst();
  return owner ?? null;
}

async function readOwnerFact(db: Database) {
  const [keyHash, passwordHash] = (await readFact(db, 'demo-owner'))?.split(' ') ?? [];
  if (keyHash === undefined || passwordHash === undefined) return null;
  return { keyHash, passwordHash };
}

async function addOwner(
  db: Transaction,
  { ownerid }: DemoApplication,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const names = { ownerid, name: ownerName, nameFold: fold(ownerName) };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('people')
    .values({
      id: randomUUID(),
      ...names,
      isOwner: 1,
      passwordHash,
      createdAt: now,
      totpSecret: null,
      totpPendingSecret: null,
      totpPendingAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function replacePassword(
  db: Transaction,
  { ownerid }: DemoApplication,
  before: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ passwordHash })
    .where('ownerid', '=', ownerid)
    .where('passwordHash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A manager and a reseller, who are not invited yet, and the reseller's balance. */
async function addAccounts(db: Transaction, { id }: DemoApplication, now: number): Promise<void> {
  const common = { applicationId: id, passwordHash: '', emailHash: null, permissions: 0 };
  const reseller = randomUUID();
  await db
    .insertInto('accounts')
    .values([
      {
        ...common,
        id: randomUUID(),
        role: 'Manager',
        createdAt: now,
        ...withFold('username', 'Mia'),
        scopes: 'support',
        keyLevels: '',
      },
      {
        ...common,
        id: reseller,
        role: 'Reseller',
        createdAt: now,
        ...withFold('username', 'Rita'),
        scopes: '',
        keyLevels: demoPlan.level,
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const added = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', reseller)
    .executeTakeFirst();
  if (added === undefined) return;
  const balance = { accountId: reseller, level: '', duration: 'month' };
  await db
    .insertInto('balances')
    .values({ ...balance, granted: 20, used: 0 })
    .execute();
  await db
    .insertInto('balanceEntries')
    .values({
      ...balance,
      id: `${reseller} demo`,
      writtenAt: now,
      kind: 'grant',
      amount: 20,
      actor: '',
    })
    .execute();
}
