// Formats the settings for `getsettings`, under current and older names, flat and in two groups.
// Unset settings are empty, not null, because sellers' tools expect text.
import { allTexts, type CustomTexts } from '@latchkey/protocol/all-reasons.ts';
import { formerSettingNames } from '@latchkey/protocol/seller/former-settings.ts';
import {
  customTextSettings,
  settingsApi,
  maskedSecretValue,
  type TextSetting,
} from '@latchkey/protocol/seller/settings.ts';
import { maskUrl } from '@latchkey/protocol/seller/webhooks.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { openAt } from '../../secrets/at-rest.ts';
import { done, type SellerCall, type SellerChange } from '../../api/seller-call.ts';
import { readExtras, type Extras } from './extra-settings.ts';

type CurrentSettings = ReturnType<typeof currentSettings>;
type OlderSettings = {
  readonly [
    Name in keyof typeof formerSettingNames
  ]: CurrentSettings[(typeof formerSettingNames)[Name]];
};

export function settingsAnswer(call: SellerCall) {
  const current = currentSettings(call.application, maskedWebhookUrl(call));
  const older = Object.fromEntries(
    Object.entries(formerSettingNames).map(([name, currentName]) => [name, current[currentName]]),
  ) as OlderSettings; // made from exactly these names
  const all = { ...current, ...older };
  const { functions, messages } = settingsApi.getsettings.answer.shape;
  const groups = { functions: functions.parse(all), messages: messages.parse(all) };
  return done({ ...all, ...groups }, { text: Object.values(current).map(String).join('\n') });
}

/** SECURITY: masks the URL, because such URLs are often secrets. */
export function maskedWebhookUrl({ application, secret }: SellerCall | SellerChange): string {
  const { id, logWebhook } = application;
  return logWebhook && maskUrl(openAt(secret, 'webhook addresses', [id], logWebhook));
}

export function textEntries() {
  // These are the entries of a constant.
  return Object.entries(customTextSettings) as [
    TextSetting,
    (typeof customTextSettings)[TextSetting],
  ][];
}

function currentTexts(json: string): Record<TextSetting, string> {
  const own = JSON.parse(json) as CustomTexts; // written by `updatesettings` only
  const lapsed = own.expired ?? own['no-subscription'] ?? allTexts['no-subscription'];
  return Object.fromEntries(
    textEntries().map(([setting, name]) => [
      setting,
      name === 'expired' ? lapsed : (own[name] ?? allTexts[name]),
    ]),
  ) as Record<TextSetting, string>; // made from exactly these names
}

/** The fields have the order of `format=text`. */
function currentSettings(application: ApplicationRow, webhook: string) {
  const extras = readExtras(application.extras);
  const extra = (name: keyof Extras) => extras[name] ?? '';
  return {
    enabled: application.enabled === 1,
    'hwid-lock': application.hwidLock === 1,
    version: application.version,
    download: application.download,
    webdownload: extra('webdownload'),
    webhook,
    resellerstore: extra('resellerstore'),
    ...currentTexts(application.texts),
    sellixdayproduct: extra('sellixdayproduct'),
    sellixweekproduct: extra('sellixweekproduct'),
    sellixmonthproduct: extra('sellixmonthproduct'),
    sellixlifetimeproduct: extra('sellixlifetimeproduct'),
    cooldown: String(application.cooldownSeconds),
    sessionexpiry: String(application.sessionSeconds),
    forcehwid: application.forceHwid === 1,
    minhwid: String(application.minHwid),
    hashcheck: application.hashCheck === 1,
    tokensystem: application.tokenSystem === 1,
    minusernamelength: String(application.minUsernameLength),
    failurestatus: application.failureStatus,
    weakkeys: application.weakKeys === 1,
    unknownorders: application.unknownOrders,
    saleevents: extra('saleevents'),
    severalkeysstatus: application.severalKeysStatus,
    nestedsubscriptions: application.nestedSubscriptions === 1,
    logdays: String(application.logDays),
    auditdays: String(application.auditDays),
    selleraddress: application.sellerAddress ?? '',
    banaddress: application.banAddress === 1,
    paused: application.paused === 1,
    sellixsecret: extra('sellixsecret') === '' ? '' : maskedSecretValue,
    dayresellerproductid: extra('dayresellerproductid'),
    weekresellerproductid: extra('weekresellerproductid'),
    monthresellerproductid: extra('monthresellerproductid'),
    liferesellerproductid: extra('liferesellerproductid'),
    ...ownAccountSettings(application),
  };
}

function ownAccountSettings(application: ApplicationRow) {
  return {
    resets: String(application.resets),
    sessions: application.ownSessions === 1,
    sessionlimit: String(application.sessionLimit),
    changepassword: application.passwordChanges === 1,
    recoverycodes: application.recoveryCodes === 1,
    accountmails: application.accountMails === 1,
    historydays: String(application.historyDays),
    timezone: application.timeZone,
    offlinehours: String(application.offlineHours),
    sharedemails: application.sharedEmails,
    passrelease: application.passRelease,
    webloader: application.webLoader === 1,
  };
}
