// Seller API operations on the settings of an application.
import type { CustomTexts } from '@latchkey/protocol/all-reasons.ts';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import {
  extraSettings,
  secretSettings,
  maskedSecretValue,
  settingsApi,
} from '@latchkey/protocol/seller/settings.ts';
import { isMaskedUrl } from '@latchkey/protocol/seller/webhooks.ts';
import { readVersions } from '@latchkey/protocol/versions.ts';
import { normaliseAddress } from '../../addresses.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { sealAt } from '../../secrets/at-rest.ts';
import { done, fail, type SellerHandlers, type SellerChange } from '../../api/seller-call.ts';
import { deleteAddresses } from '../users/mail-addresses.ts';
import { newestVersion } from '../sessions/program-versions.ts';
import { readExtras } from './extra-settings.ts';
import { endSessionsUntil, pausing } from './pausing.ts';
import { settingsAnswer, maskedWebhookUrl, textEntries } from './settings-answer.ts';

type Changes = SellerRequest<'updatesettings'>;

export const settings: SellerHandlers<typeof settingsApi> = {
  getsettings(call) {
    return Promise.resolve(settingsAnswer(call));
  },
  updatesettings: {
    async prepare({ db, application, now }, changes) {
      // Ends the sessions that an interrupted `enabled=0` left.
      if (changes.enabled === 1 && application.enabled === 0)
        await endSessionsUntil(db, application.id, now);
      return (call) => update(call, changes);
    },
  },
  appdetails({ application }) {
    const { name, ownerid } = application;
    const version = newestVersion(application);
    return Promise.resolve(done({ appdetails: { name, ownerid, secret: '' as const, version } }));
  },
  ...pausing,
  async addhash({ db, application }, { hash }) {
    await db
      .insertInto('programHashes')
      .values({ applicationId: application.id, hash: hash.toLowerCase() })
      .onConflict((conflict) => conflict.columns(['applicationId', 'hash']).doNothing())
      .execute();
    return done();
  },
  resethash,
  reset: resethash,
  setseller: () => Promise.resolve(done()),
};

/** Applies all changes or none. */
async function update(call: SellerChange, changes: Changes) {
  const { db, application, now } = call;
  if (Object.keys(changes).length === 0) return fail('nothing-to-update');
  const ignored = unknownNames(changes);
  if (secretSettings.some((name) => isMaskOfUnsetSecret(application.extras, name, changes[name])))
    return fail('secret-masked');
  const webhook = readWebhook(call, changes.webhook);
  if (typeof webhook === 'object') return webhook;
  if (changes.version !== undefined && readVersions(changes.version) === null)
    return fail('versions-invalid');
  const address = readSellerAddress(call, changes.selleraddress);
  if (address === 'not-yours') return fail('selleraddress-not-yours');
  // Locks the row, because JSON columns are read and rewritten, and no change may be lost.
  const current = await db
    .updateTable('applications')
    .set((eb) => ({ texts: eb.ref('texts') }))
    .where('id', '=', application.id)
    .returning(['texts', 'extras', 'sellerAddress'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('applications')
    .set({
      ...columnsOf(changes, webhook),
      texts: withTexts(current.texts, changes),
      extras: withExtras(call, current.extras, changes),
      sellerAddress: address === undefined ? current.sellerAddress : address,
    })
    .where('id', '=', application.id)
    .execute();
  if (changes.enabled === 0)
    call.afterwards((laterDb) => endSessionsUntil(laterDb, application.id, now));
  if (changes.accountmails === 0)
    call.afterwards((laterDb) => deleteAddresses(laterDb, application.id));
  return ignored.length === 0
    ? done()
    : done({ ignored }, { audit: `ignored=${ignored.join(',')}` });
}

/** Returns the names of settings that this service lacks. Tools of other services send them. */
function unknownNames(changes: Changes): string[] {
  return Object.keys(changes)
    .filter((name) => !Object.hasOwn(settingsApi.updatesettings.request.shape, name))
    .map((name) => (/^[\w-]{1,50}$/.test(name) ? name : '(no name)'));
}

async function resethash({ db, application }: SellerChange) {
  await db.deleteFrom('programHashes').where('applicationId', '=', application.id).execute();
  return done();
}

/**
 * Returns the sealed URL, or undefined to leave it unchanged, for example if the request sends the
 * mask of the current URL.
 */
function readWebhook(call: SellerChange, requested: string | undefined) {
  if (requested === undefined || requested === '') return requested;
  if (isMaskedUrl(requested))
    return requested === maskedWebhookUrl(call) ? undefined : fail('webhook-masked');
  const problem = call.outbound.refuseUrl(requested);
  if (problem !== null) return fail(problem);
  return sealAt(call.secret, 'webhook addresses', [call.application.id], requested);
}

/**
 * Returns the new address, null for any address, or undefined for no change.
 * SECURITY: accepts only the address of this request, so that a mistake does not lock sellers out
 * of their own key.
 */
function readSellerAddress({ ip }: SellerChange, requested: string | undefined) {
  if (requested === undefined) return undefined;
  if (requested === '') return null;
  return normaliseAddress(requested) === ip ? ip : 'not-yours';
}

/** Returns only the columns of settings that the request has. */
function columnsOf(changes: Changes, logWebhook: string | undefined) {
  const columns = {
    enabled: changes.enabled,
    hwidLock: changes['hwid-lock'],
    version: changes.version,
    download: changes.download,
    logWebhook,
    cooldownSeconds: changes.cooldown,
    resets: changes.resets,
    offlineHours: changes.offlinehours,
    passRelease: changes.passrelease,
    webLoader: changes.webloader,
    ownSessions: changes.sessions,
    sessionLimit: changes.sessionlimit,
    passwordChanges: changes.changepassword,
    recoveryCodes: changes.recoverycodes,
    accountMails: changes.accountmails,
    sessionSeconds: changes.sessionexpiry,
    banAddress: changes.banaddress,
    forceHwid: changes.forcehwid,
    minHwid: changes.minhwid,
    hashCheck: changes.hashcheck,
    tokenSystem: changes.tokensystem,
    minUsernameLength: changes.minusernamelength,
    failureStatus: changes.failurestatus,
    weakKeys: changes.weakkeys,
    unknownOrders: changes.unknownorders,
    sharedEmails: changes.sharedemails,
    severalKeysStatus: changes.severalkeysstatus,
    nestedSubscriptions: changes.nestedsubscriptions,
    logDays: changes.logdays,
    auditDays: changes.auditdays,
    historyDays: changes.historydays,
    timeZone: changes.timezone,
  };
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<Pick<ApplicationRow, keyof typeof columns>>; // the same, without undefined values
}

function withTexts(json: string, changes: Changes): string {
  const ownTexts = new Map(Object.entries(JSON.parse(json) as CustomTexts)); // written here only
  for (const [setting, name] of textEntries()) {
    const text = changes[setting];
    if (text === '') ownTexts.delete(name);
    else if (text !== undefined) ownTexts.set(name, text);
  }
  return JSON.stringify(Object.fromEntries(ownTexts));
}

/** Whether the request sends the mask of a secret that is not set. */
function isMaskOfUnsetSecret(
  json: string,
  name: (typeof secretSettings)[number],
  requested?: string,
): boolean {
  return requested === maskedSecretValue && (readExtras(json)[name] ?? '') === '';
}

function withExtras({ secret, application }: SellerChange, json: string, changes: Changes): string {
  const extras = readExtras(json);
  const secrets: readonly string[] = secretSettings;
  for (const name of extraSettings) {
    const value = changes[name];
    const isSecret = secrets.includes(name);
    if (value === undefined || (isSecret && value === maskedSecretValue)) continue;
    const shouldSeal = isSecret && value !== '';
    extras[name] = shouldSeal ? sealAt(secret, 'shop secrets', [application.id], value) : value;
  }
  return JSON.stringify(extras);
}
