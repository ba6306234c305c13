// Adds, resets, lists and removes people of a seller in the data on this machine. Owners are made
// only here, and so a lost second factor of an owner is reset only here.
import { randomUUID } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { ownerid as oneOwnerid, username } from '@latchkey/protocol/primitives.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { PersonRow } from '../database/schema-people.ts';
import { transact } from '../database/transact.ts';
import { createInvitation, resetPerson as reset } from '../features/people/invitations.ts';
import { auditPerson, findPerson } from '../features/people/people.ts';
import { refused, withOpenData, type CommandResult, type DataLocation } from './administering.ts';
import { byCommandLine } from './seller-keys.ts';

export interface PersonSelector {
  readonly ownerid: string;
  readonly name: string;
}

/** SECURITY: the token is shown only once; the database stores its hash. */
export interface InvitedPerson extends PersonSelector {
  readonly token: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Adds an owner, who has every permission in all applications of the owner id. */
export async function addOwner(
  location: DataLocation,
  selector: PersonSelector,
): Promise<CommandResult<InvitedPerson>> {
  const { ownerid } = selector;
  const parsedName = username.safeParse(selector.name);
  if (!parsedName.success) return refused('The name must have 1 to 70 characters.');
  if (!oneOwnerid.safeParse(ownerid).success)
    return refused('--ownerid must have 10 letters or digits.');
  const name = parsedName.data;
  return change(location, async (db, now) => {
    const application = await db
      .selectFrom('applications')
      .select('id')
      .where('ownerid', '=', ownerid)
      .limit(1)
      .executeTakeFirst();
    if (application === undefined)
      return refused(`No application has the owner id ${ownerid}. "latchkey app list" shows all.`);
    const existing = await findPerson(db, ownerid, name);
    if (existing !== undefined)
      return refused(
        existing.isOwner === 1
          ? `The owner "${existing.name}" already exists. "latchkey accounts reset" makes a new invitation.`
          : `"${existing.name}" is a manager or reseller. Choose another name.`,
      );
    const person = { id: randomUUID(), ownerid, name, isOwner: 1 } as const;
    await db
      .insertInto('people')
      .values({
        ...person,
        nameFold: fold(name),
        passwordHash: null,
        createdAt: now,
        totpSecret: null,
        totpPendingSecret: null,
        totpPendingAt: null,
      })
      .execute();
    return { ok: true, value: await invite(db, person, 'addowner', now) };
  });
}

/** Removes password, second factor and sessions of a person, and creates a new invitation. */
export async function resetPerson(
  location: DataLocation,
  selector: PersonSelector,
): Promise<CommandResult<InvitedPerson>> {
  return change(location, async (db, now) => {
    const person = await findPerson(db, selector.ownerid, selector.name);
    if (person === undefined) return refused(unknownText(selector));
    await reset(db, person.id, null, now);
    return { ok: true, value: await invite(db, person, 'resetaccount', now) };
  });
}

/** Removes an owner, and ends the owner's sessions. */
export async function removeOwner(
  location: DataLocation,
  selector: PersonSelector,
): Promise<CommandResult<PersonSelector>> {
  return change(location, async (db) => {
    const person = await findPerson(db, selector.ownerid, selector.name);
    if (person?.isOwner !== 1) return refused(unknownText(selector));
    await audit(db, person, 'deleteowner');
    await db.deleteFrom('people').where('id', '=', person.id).execute();
    return { ok: true, value: { ownerid: person.ownerid, name: person.name } };
  });
}

export interface ListedOwner extends PersonSelector {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** Lists the owners of all owner ids. */
export async function listOwners(
  location: DataLocation,
): Promise<CommandResult<readonly ListedOwner[]>> {
  return withOpenData(location, async (db) => {
    const rows = await db
      .selectFrom('people')
      .select(['ownerid', 'name', 'passwordHash', 'totpSecret'])
      .where('isOwner', '=', 1)
      .orderBy('ownerid')
      .orderBy('name')
      .execute();
    const owners = rows.map(({ ownerid, name, passwordHash, totpSecret }) => ({
      ownerid,
      name,
      hasPassword: passwordHash !== null,
      hasSecondFactor: totpSecret !== null,
    }));
    return { ok: true, value: owners };
  });
}

function change<Value>(
  location: DataLocation,
  work: (db: Database, now: number) => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value>> {
  // A refusal has changed nothing, so it may be committed.
  return withOpenData(location, (db) =>
    transact(db, (inside) => work(inside, toUnixSeconds(systemTime()))),
  );
}

async function invite(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner'>,
  type: string,
  now: number,
): Promise<InvitedPerson> {
  await audit(db, person, type);
  const { ownerid, name, id: personId } = person;
  return { ownerid, name, ...(await createInvitation(db, { accountId: null, personId }, now)) };
}

async function audit(
  db: Database,
  person: Pick<PersonRow, 'id' | 'ownerid' | 'name' | 'isOwner'>,
  type: string,
): Promise<void> {
  const detail = `user=${person.name} ${byCommandLine}`;
  await auditPerson(db, person, { type, detail, ip: '', by: '' }, systemTime());
}

function unknownText({ ownerid, name }: PersonSelector): string {
  return `Nobody called "${name}" signs in under the owner id ${ownerid}.`;
}
