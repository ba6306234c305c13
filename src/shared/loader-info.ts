// What the page is told once, beside the snapshots: the brand, and what this loader offers. Nothing of the service but the version.
import type { CommunityOffer } from './community.ts';
import type { LanguageCode, LanguageOffer } from './languages.ts';
import type { AccountOptions } from './offers.ts';
import type { OptionOffer } from './options.ts';
import type { RememberAbility } from './remember-ability.ts';

export const linkNames = ['renew', 'contact', 'reset', 'forgot', 'help'] as const;
export type LinkName = (typeof linkNames)[number];

/** What does not change while the program runs. */
export interface LoaderInfo {
  readonly brand: {
    readonly name: string;
    /** #rrggbb */
    readonly color: string;
    readonly colorDark: string | null;
    /** A data: address of a PNG, JPEG, WebP or SVG image. */
    readonly logo: string | null;
  };
  /** The host of each configured link; a link that is missing is not drawn. */
  readonly links: Readonly<Partial<Record<LinkName, string>>>;
  /** Version of the seller's program, as the service compares it. */
  readonly version: string;
  /** Of the loader itself. */
  readonly loaderVersion: string;
  /** Source of a regular expression that finds a key in a text. */
  readonly keyPattern: string | null;
  readonly remember: RememberAbility;
  readonly language: LanguageOffer & {
    /** Of the system, or chosen before; null: the browser tells what its user prefers (the preview). */
    readonly current: LanguageCode | null;
  };
  readonly accounts: AccountOptions;
  /** Whether the brand can be asked to move an account to this computer. */
  readonly deviceRequest: boolean;
  /** Whether a support code can be sent to the brand. */
  readonly supportLog: boolean;
  readonly community: CommunityOffer;
  /** What follows the account to each computer. */
  readonly options: readonly OptionOffer[];
  /** What this computer calls itself. */
  readonly computer: string;
}
