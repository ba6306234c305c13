// What is remembered on this computer beside sign-ins, part by part. Holds no secret. Parts come with what uses them.
import type { RedeemedHere } from '../../shared/receipt.ts';
import type { DevicePart } from '../../shared/device-parts.ts';
import type { LanguageCode } from '../../shared/languages.ts';

export interface StateParts {
  /** What the user chose in the window; null: nothing, then the system's is taken. */
  readonly language: LanguageCode | null;
  /** Size of the text in percent, 80 to 200. */
  readonly zoom: number;
  /** Of each service and line of releases, so that no older program is ever installed. */
  readonly highestSequence: Readonly<Record<string, number>>;
  /** When a brand was last asked to move an account here, of each service and account. Unix milliseconds. */
  readonly deviceRequestAt: Readonly<Record<string, number>>;
  /** Of each service: where the user wants its program; absolute. */
  readonly programFolder: Readonly<Record<string, string>>;
  /** Whether the user wants notices of the system beside those in the window. */
  readonly systemNotices: boolean;
  readonly noticesTold: readonly NoticeTold[];
  /** When it was last said that this version is soon too old, of each service. Unix milliseconds of this computer. */
  readonly updateToldAt: Readonly<Record<string, number>>;
  /** The newest message of the chat that was shown to each account: a keyed hash. Unix milliseconds of the service. */
  readonly chatSeenAt: Readonly<Record<string, number>>;
  /** What was redeemed here, of all accounts; the newest comes last. */
  readonly redeemed: readonly Redeemed[];
  /** This computer at the last sign-in of each account; the newest comes last. */
  readonly deviceParts: readonly AccountDevice[];
}

/** Of all accounts together: few people share a computer. */
export const maxAccountDevices = 50;

/** 16 hex characters for each part that the computer names. */
export type PartHashes = Readonly<Partial<Record<DevicePart, string>>>;

export interface AccountDevice {
  /** A keyed hash. */
  readonly account: string;
  readonly parts: PartHashes;
}

/** Of all accounts together: the file has room for no more. */
export const maxRedeemed = 100;

export interface Redeemed extends RedeemedHere {
  /** A keyed hash. */
  readonly account: string;
}

/** Accounts: the one that looked longest ago is forgotten first. */
export const maxChatsSeen = 100;

export const maxNoticesTold = 100;

/** That the end of a subscription was told. */
export interface NoticeTold {
  /** Of an account: a keyed hash, so that nobody reads out of it whose it is, or which one. */
  readonly subscription: string;
  /** The end that it was about, unix milliseconds: a renewal has another. */
  readonly until: number;
  readonly stage: EndStage;
  /** When it is told once more because its user wanted that, by the service's clock; null: it is not. */
  readonly againAt: number | null;
}

/** How near an end is: three days, or one. */
export const endStages = ['three-days', 'last-day'] as const;
export type EndStage = (typeof endStages)[number];
