// Where the page shows each setting, and which changes need a confirmation.
import type {
  ChoiceName,
  ChoiceOf,
  FlagName,
  NumberName,
  PlainName,
  SettingName,
} from './setting-names.ts';

/** A setting with its control. Controls of the kind `own` have a component of their own. */
export type Entry =
  | { readonly kind: 'flag'; readonly name: FlagName }
  | { readonly kind: 'number'; readonly name: NumberName }
  | { readonly kind: 'choice'; readonly name: ChoiceName }
  | { readonly kind: 'text' | 'link' | 'secret'; readonly name: PlainName }
  | { readonly kind: 'own'; readonly name: SettingName };

export const sectionIds = [
  'application',
  'sign-in',
  'selling',
  'texts',
  'records',
  'developers',
] as const;
export type SectionId = (typeof sectionIds)[number];

const flag = (name: FlagName): Entry => ({ kind: 'flag', name });
const number = (name: NumberName): Entry => ({ kind: 'number', name });
const choice = (name: ChoiceName): Entry => ({ kind: 'choice', name });
const link = (name: PlainName): Entry => ({ kind: 'link', name });
const secret = (name: PlainName): Entry => ({ kind: 'secret', name });
const own = (name: SettingName): Entry => ({ kind: 'own', name });

/** The groups of each section, in their order. */
export const settingGroups = {
  state: { section: 'application', entries: [own('enabled')] },
  versions: { section: 'application', entries: [own('version'), link('download')] },
  programs: { section: 'application', entries: [flag('hashcheck')] },
  computers: {
    section: 'sign-in',
    entries: [flag('hwid-lock'), number('resets'), flag('forcehwid'), number('minhwid')],
  },
  sessions: {
    section: 'sign-in',
    entries: [
      number('sessionexpiry'),
      number('sessionlimit'),
      number('offlinehours'),
      choice('passrelease'),
    ],
  },
  accounts: {
    section: 'sign-in',
    entries: [
      flag('changepassword'),
      flag('sessions'),
      flag('recoverycodes'),
      flag('accountmails'),
      choice('sharedemails'),
      flag('webloader'),
      number('minusernamelength'),
    ],
  },
  keys: { section: 'selling', entries: [flag('weakkeys')] },
  orders: {
    section: 'selling',
    entries: [choice('unknownorders'), { kind: 'text', name: 'saleevents' }],
  },
  retention: {
    section: 'records',
    entries: [number('historydays'), number('logdays'), number('auditdays')],
  },
  days: { section: 'records', entries: [own('timezone')] },
  access: { section: 'developers', entries: [own('selleraddress'), secret('webhook')] },
  protection: { section: 'developers', entries: [flag('banaddress'), flag('tokensystem')] },
  answers: {
    section: 'developers',
    entries: [choice('failurestatus'), choice('severalkeysstatus'), flag('nestedsubscriptions')],
  },
} as const satisfies Record<
  string,
  { readonly section: SectionId; readonly entries: readonly Entry[] }
>;
export type GroupId = keyof typeof settingGroups;

export const groupIds = Object.keys(settingGroups) as readonly GroupId[]; // Object.keys loses the literal types

type Risk = 'on' | 'off' | 'both';

/** The direction that refuses users, deletes data or loosens security. It asks first. */
const flagRisks: Partial<Record<FlagName, Risk>> = {
  enabled: 'off',
  'hwid-lock': 'off',
  forcehwid: 'both',
  hashcheck: 'both',
  tokensystem: 'both',
  banaddress: 'on',
  weakkeys: 'on',
  recoverycodes: 'off',
  webloader: 'on',
  accountmails: 'off',
};

export function isFlagRisky(name: FlagName, to: boolean): boolean {
  const risk = flagRisks[name];
  return risk === 'both' || risk === (to ? 'on' : 'off');
}

/** Choices that create keys for repeats or refunds, or end sign-ins by e-mail. */
export const riskyChoices: { readonly [Name in ChoiceName]?: ChoiceOf<Name> } = {
  unknownorders: 'make',
  sharedemails: 'allow',
};
