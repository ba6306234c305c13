// People who work for a seller (docs/desk.md#roles). A person signs in with an owner id, a name and
// a password. Accounts give a person a role in applications; an owner has all of them.
import { fold } from '@latchkey/protocol/fold.ts';
import { orderedId } from '../../ordered-ids.ts';
import type { Parts } from '../../api/call.ts';
import {
  accountLabelPrefix,
  activeAccounts,
  keyOfAccount,
  keyOfOwner,
  type KnownSeller,
} from '../../api/seller-keys.ts';
import type { KnownKey } from '../../api/seller-call.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { PersonRow } from '../../database/schema-people.ts';
import type { QueuedPasswords } from '../../secrets/passwords.ts';

export type PeopleParts = Pick<Parts, 'db' | 'passwordQueue' | 'secret' | 'nowMs'>;

export function findPerson(
  db: Database,
  ownerid: string,
  name: string,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('ownerid', '=', ownerid)
    .where('nameFold', '=', fold(name.normalize('NFC').trim()))
    .executeTakeFirst();
}

export async function personOf(db: Database, id: string): Promise<PersonRow> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Returns the share of hashing for the people of an owner id, separate from all applications. Owner
 * ids that no application has share one.
 */
export async function passwordsOf(
  { db, passwordQueue }: Pick<PeopleParts, 'db' | 'passwordQueue'>,
  ownerid: string,
): Promise<QueuedPasswords> {
  const known = await db
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', ownerid)
    .limit(1)
    .executeTakeFirst();
  return passwordQueue.of(known === undefined ? 'people' : `people of ${ownerid}`);
}

/** What a person may do in an application, in the form that the seller API's operations take. */
export interface Access {
  readonly application: ApplicationRow;
  readonly key: KnownKey;
}

/**
 * Returns every application in which the person may act, sorted by name, or only the one with this
 * name.
 */
export async function accessOf(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner'>,
  name?: string,
): Promise<readonly Access[]> {
  const all = db.selectFrom('applications').selectAll().where('ownerid', '=', person.ownerid);
  const applications = await (name === undefined ? all : all.where('name', '=', name))
    .orderBy('name')
    .orderBy('id')
    .execute();
  if (person.isOwner === 1)
    return applications.map((application) => ({ application, key: keyOfOwner(person) }));
  const accounts = await activeAccounts(db)
    .select('accounts.applicationId')
    .where('accounts.personId', '=', person.id)
    .execute();
  return applications.flatMap((application) => {
    const account = accounts.find(({ applicationId }) => applicationId === application.id);
    return account === undefined ? [] : [{ application, key: keyOfAccount(account) }];
  });
}

/**
 * Returns the application with this name under the owner id, and the person's scopes, like a seller
 * key. Undefined if the person may not act there.
 */
export async function sellerOfPerson(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner'>,
  applicationName: string,
): Promise<KnownSeller | undefined> {
  const [access] = await accessOf(db, person, applicationName);
  return access;
}

/** Deletes a person who has no account left, unless it is an owner. */
export async function removeUnused(db: Database, personId: string): Promise<void> {
  await db
    .deleteFrom('people')
    .where('id', '=', personId)
    .where('isOwner', '=', 0)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('accounts').select('id').where('personId', '=', personId))),
    )
    .execute();
}

/**
 * Records what a person did to their own sign-in, in the audit log of each of their applications.
 * `by` is who did it, if it was not the person.
 */
export async function auditPerson(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner'>,
  { type, detail, ip, by }: { type: string; detail: string; ip: string; by?: string },
  nowMs: ReturnType<Parts['nowMs']>,
): Promise<void> {
  const access = await accessOf(db, person);
  if (access.length === 0) return;
  await db
    .insertInto('auditLogs')
    .values(
      access.map(({ application, key }) => ({
        id: orderedId(nowMs),
        applicationId: application.id,
        writtenAtMs: nowMs,
        type,
        detail,
        sellerKey: by ?? key.label ?? `${accountLabelPrefix}${person.name}`,
        ip,
      })),
    )
    .execute();
}
