// Types of the state that the loader saves on this computer. It holds no secret; sign-ins are saved
// separately (vault.ts).
import type { RedeemedKey } from '../../shared/receipt.ts';
import type { DevicePart } from '../../shared/device-parts.ts';
import type { Theme } from '../../shared/preferences.ts';
import type { LanguageCode } from '../../shared/languages.ts';

export interface SavedState {
  /** The language chosen in the window; null for the system's. */
  readonly language: LanguageCode | null;
  /** Text size in percent, 80 to 200. */
  readonly zoom: number;
  readonly theme: Theme;
  /** The name that the user chose for this computer; null for the host name. */
  readonly computerName: string | null;
  /** The user's choice; null if the seller's default applies. */
  readonly launchWhenSignedIn: boolean | null;
  /** The last place of the window; null if the user has not changed it. */
  readonly windowPlace: WindowBounds | null;
  /** Random id of this installation, 16 hex characters; null until the loader asks for updates. */
  readonly install: string | null;
  /** The release that the running loader came from; null if it was installed otherwise. */
  readonly loaderRelease: LoaderRelease | null;
  /** A newer release of the loader, from its download to its first screen; null if none. */
  readonly loaderUpdate: PendingLoaderUpdate | null;
  /** By service and release line. Prevents the installation of an older program. */
  readonly highestSequence: Readonly<Record<string, number>>;
  /** By service and account: when the user last asked to move the account, unix milliseconds. */
  readonly deviceRequestAt: Readonly<Record<string, number>>;
  /** By service: the absolute folder that the user chose for its program. */
  readonly programFolder: Readonly<Record<string, string>>;
  /** Whether the user wants desktop notifications besides notices in the window. */
  readonly systemNotices: boolean;
  /** When a desktop notification last named an ending subscription, service's unix milliseconds. */
  readonly endToldAt: number | null;
  readonly noticesTold: readonly ShownNotice[];
  /** By service: when the update warning was last shown, local unix milliseconds. */
  readonly updateToldAt: Readonly<Record<string, number>>;
  /** By account (keyed hash): time of the newest chat message shown, by the service's clock. */
  readonly chatSeenAt: Readonly<Record<string, number>>;
  /** Keys redeemed on this computer by all accounts; newest last. */
  readonly redeemed: readonly StoredRedeemedKey[];
  /** Hashed device parts at the last sign-in of each account; newest last. */
  readonly deviceParts: readonly AccountDevice[];
}

export interface LoaderRelease {
  readonly sequence: number;
  /** The version of the package, which the release's own version need not equal. */
  readonly version: string;
}

/**
 * `ready`: verified, and waits for a restart. `installing`: an attempt has begun. `placed`: the new
 * package is in place, but has not reached its first screen. `undoing`: the previous package is
 * coming back. `failed`: not tried again.
 */
export const loaderUpdateStages = ['ready', 'installing', 'placed', 'undoing', 'failed'] as const;

export interface PendingLoaderUpdate {
  readonly version: string;
  readonly sequence: number;
  readonly stage: (typeof loaderUpdateStages)[number];
  /** Attempts to install it, including the current one. */
  readonly attempts: number;
  /** Starts of the new version since it was placed. */
  readonly starts: number;
  /** SHA-256 of the previous package, which is kept; null if none is kept. */
  readonly previousSha256: string | null;
}

/** In device-independent pixels. The coordinates span all displays. */
export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The limit of entries in `deviceParts`. The oldest one is evicted. */
export const maxAccountDevices = 50;

/** 16 hex characters for each part that the computer reports. */
export type PartHashes = Readonly<Partial<Record<DevicePart, string>>>;

export interface AccountDevice {
  /** A keyed hash. */
  readonly account: string;
  readonly parts: PartHashes;
}

/** The limit for all accounts together. It bounds the size of the file. */
export const maxRedeemedKeys = 100;

export interface StoredRedeemedKey extends RedeemedKey {
  /** A keyed hash. */
  readonly account: string;
}

/** The limit of accounts in `chatSeenAt`. The least recently used one is evicted. */
export const maxChatAccounts = 100;

export const maxShownNotices = 100;

/** Records that the user was notified of an ending subscription. */
export interface ShownNotice {
  /** A keyed hash of account and subscription, so that the file reveals neither. */
  readonly subscription: string;
  /** The subscription's end, unix milliseconds. A renewal changes it. */
  readonly until: number;
  readonly stage: EndStage;
  /** When to remind the user again on request, by the service's clock; null for never. */
  readonly againAt: number | null;
}

/** When a notice is shown: three days before the end, and on the last day. */
export const endStages = ['three-days', 'last-day'] as const;
export type EndStage = (typeof endStages)[number];
