// The settings that the page shows, by the kind of their values. The kinds follow from the schema of
// `updatesettings`, so a new setting without words in a language does not compile.
import type { settingsApi, TextSetting } from '@latchkey/protocol/seller/settings.ts';
import type { z } from 'zod';

type Shape = (typeof settingsApi)['updatesettings']['request']['shape'];
type Value<Name extends keyof Shape> = NonNullable<z.output<Shape[Name]>>;

/** What the service only stores, for tools of other services. */
export const leftOutSettings = [
  'sellixdayproduct',
  'sellixweekproduct',
  'sellixmonthproduct',
  'sellixlifetimeproduct',
  'dayresellerproductid',
  'weekresellerproductid',
  'monthresellerproductid',
  'liferesellerproductid',
  'sellixsecret',
  'resellerstore',
  'webdownload',
  'cooldown',
] as const satisfies readonly (keyof Shape)[];

export type SettingName = Exclude<keyof Shape, (typeof leftOutSettings)[number] | TextSetting>;

export type FlagName = {
  [Name in SettingName]: Value<Name> extends 0 | 1 ? Name : never;
}[SettingName];

export type NumberName = Exclude<
  { [Name in SettingName]: Value<Name> extends number ? Name : never }[SettingName],
  FlagName
>;

export type ChoiceName = {
  [Name in SettingName]: Value<Name> extends string
    ? string extends Value<Name>
      ? never
      : Name
    : never;
}[SettingName];

export type ChoiceOf<Name extends ChoiceName> = Value<Name> & string;

/** Settings that hold any text. */
export type PlainName = Exclude<SettingName, FlagName | NumberName | ChoiceName>;

export type { TextSetting };

export interface FlagWords {
  readonly name: string;
  /** What is true while it is on. */
  readonly on: string;
  readonly off: string;
  /** What turning it on does, in addition. */
  readonly turnOn?: string;
  readonly turnOff?: string;
}

export interface NumberWords {
  readonly name: string;
  /** What the number decides. */
  readonly about: string;
  /** What is true with this number. `text` has its unit. */
  readonly now: (text: string, value: number) => string;
  /** What a smaller number deletes. */
  readonly loss?: string;
}

export interface ChoiceWords<Choice extends string> {
  readonly name: string;
  readonly about: string;
  readonly options: {
    readonly [Value in Choice]: { readonly label: string; readonly effect: string };
  };
}

export interface PlainWords {
  readonly name: string;
  readonly about: string;
  /** What is true with this value. */
  readonly set: (value: string) => string;
  readonly unset: string;
}

/** The words of all settings in one language. */
export interface SettingWords {
  readonly flags: { readonly [Name in FlagName]: FlagWords };
  readonly numbers: { readonly [Name in NumberName]: NumberWords };
  readonly choices: { readonly [Name in ChoiceName]: ChoiceWords<ChoiceOf<Name>> };
  readonly plain: { readonly [Name in PlainName]: PlainWords };
  /** When users see the text. */
  readonly texts: { readonly [Name in TextSetting]: string };
}
