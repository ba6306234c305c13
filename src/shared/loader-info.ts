// Facts that the page receives once: brand, features and the loader's version.
import type { CommunityOffer } from './community.ts';
import type { LanguageCode, LanguageOffer } from './languages.ts';
import type { AccountOptions } from './features.ts';
import type { OptionOffer } from './options.ts';
import type { RememberAbility } from './remember-ability.ts';

export const linkNames = ['renew', 'contact', 'reset', 'forgot', 'help'] as const;
export type LinkName = (typeof linkNames)[number];

/** Does not change while the program runs. */
export interface LoaderInfo {
  readonly brand: {
    readonly name: string;
    /** #rrggbb */
    readonly color: string;
    readonly colorDark: string | null;
    /** One line below the name on the cover. */
    readonly tagline: string | null;
    /** The seller's text of what renewing costs. */
    readonly price: string | null;
    /** A data: address of a PNG, JPEG, WebP or SVG image. */
    readonly logo: string | null;
    /** A data: address of a PNG, JPEG or WebP image. */
    readonly cover: string | null;
  };
  /** `host`: of the license service, with a port that is not the default. */
  readonly service: { readonly host: string };
  /** The https address of each configured link; missing links are hidden. */
  readonly links: Readonly<Partial<Record<LinkName, string>>>;
  /**
   * The version of the loader, which the window shows and the service compares. An installed
   * program has a separate version.
   */
  readonly loaderVersion: string;
  /** The commit of the build; null if it was made outside a Git repository. */
  readonly commit: {
    /** The first hexadecimal digits. */
    readonly hash: string;
    /** Whether files of the project differed from the commit. */
    readonly isModified: boolean;
  } | null;
  /** Source of a regular expression that finds a key in a text. */
  readonly keyPattern: string | null;
  readonly remember: RememberAbility;
  readonly language: LanguageOffer & {
    /** The system's language or the saved choice; null if the browser reports it (the preview). */
    readonly current: LanguageCode | null;
  };
  readonly accounts: AccountOptions;
  readonly deviceRequest: boolean;
  readonly supportLog: boolean;
  readonly community: CommunityOffer;
  /** Options that users choose in the settings. The service stores the values. */
  readonly options: readonly OptionOffer[];
  /** The host name of this computer. */
  readonly computer: string;
  /** The operating system of this computer, such as "Windows 11". */
  readonly system: string;
}
