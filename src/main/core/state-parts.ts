// Parts of the saved state, apart from sign-ins. They hold no secret.
import type { RedeemedHere } from '../../shared/receipt.ts';
import type { DevicePart } from '../../shared/device-parts.ts';
import type { LanguageCode } from '../../shared/languages.ts';

export interface StateParts {
  /** The language chosen in the window; null: use the system's. */
  readonly language: LanguageCode | null;
  /** Text size in percent, 80 to 200. */
  readonly zoom: number;
  /** By service and release line; prevents the installation of an older program. */
  readonly highestSequence: Readonly<Record<string, number>>;
  /** By service and account: last request to the brand to move the account. Unix milliseconds. */
  readonly deviceRequestAt: Readonly<Record<string, number>>;
  /** By service: the absolute folder that the user chose for its program. */
  readonly programFolder: Readonly<Record<string, string>>;
  /** Whether the user wants desktop notifications besides notices in the window. */
  readonly systemNotices: boolean;
  readonly noticesTold: readonly NoticeTold[];
  /** By service: last warning of an outdated version. Local unix milliseconds. */
  readonly updateToldAt: Readonly<Record<string, number>>;
  /** By account (keyed hash): newest chat message shown. The service's unix milliseconds. */
  readonly chatSeenAt: Readonly<Record<string, number>>;
  /** Keys redeemed on this computer by all accounts; newest last. */
  readonly redeemed: readonly Redeemed[];
  /** Hashed device parts at the last sign-in of each account; newest last. */
  readonly deviceParts: readonly AccountDevice[];
}

/** Few people share a computer. */
export const maxAccountDevices = 50;

/** 16 hex characters for each part that the computer reports. */
export type PartHashes = Readonly<Partial<Record<DevicePart, string>>>;

export interface AccountDevice {
  /** A keyed hash. */
  readonly account: string;
  readonly parts: PartHashes;
}

/** For all accounts together, to bound the size of the file. */
export const maxRedeemed = 100;

export interface Redeemed extends RedeemedHere {
  /** A keyed hash. */
  readonly account: string;
}

/** Accounts; the least recently used is evicted. */
export const maxChatsSeen = 100;

export const maxNoticesTold = 100;

/** Records that the user was notified of an ending subscription. */
export interface NoticeTold {
  /** A keyed hash of account and subscription, so that the file reveals neither. */
  readonly subscription: string;
  /** The end in question, unix milliseconds; a renewal changes it. */
  readonly until: number;
  readonly stage: EndStage;
  /** When to remind the user again on request, by the service's clock; null: never. */
  readonly againAt: number | null;
}

/** Three days before the end, and one day before. */
export const endStages = ['three-days', 'last-day'] as const;
export type EndStage = (typeof endStages)[number];
