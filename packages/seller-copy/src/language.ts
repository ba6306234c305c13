// The type of a language. Each one is a separate module, so that a page loads only one:
// en/english.ts and de/german.ts.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { KeyDuration } from '@latchkey/protocol/key-durations.ts';
import type { AccountRole, AccountState } from '@latchkey/protocol/seller/accounts.ts';
import type { BalanceEntryKind } from '@latchkey/protocol/seller/balances.ts';
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import type { LedgerGrant } from '@latchkey/protocol/seller/ledger.ts';
import type { LicenseStatus } from '@latchkey/protocol/seller/license-row.ts';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { AuditSentences, AuditWords } from './audit-text.ts';
import type { FailureSentences } from './failure-sentences.ts';
import type { WhySentences } from './why-facts.ts';

type Words<Name extends string> = Readonly<Record<Name, string>>;

/** Operations of the client and the seller API that are in the history. */
type HistoryOperation =
  | ('login' | 'loginEmail' | 'license' | 'register' | 'trial' | 'removecomputer' | 'upgrade')
  | ('assignkey' | 'activate' | 'pagelogin' | 'pageregister' | 'deleteaccount' | 'keepaccount')
  | 'weblogin';

/** Reasons with which a sign-in, a registration or a redeem can be refused. */
type HistoryReason = AnyReason &
  (
    | ('bad-credentials' | 'bad-code' | 'code-needed' | 'rate-limited' | 'device-id-invalid')
    | ('wrong-device' | 'seat-held' | 'ticket-unknown' | 'computer-unknown' | 'no-resets-left')
    | ('no-subscription' | 'subscription-paused' | 'no-plan-for-level')
    | ('app-paused' | 'app-disabled' | 'program-altered' | 'update-required')
    | ('banned' | 'blacklisted' | 'key-unknown' | 'key-used' | 'key-banned')
    | ('user-unknown' | 'username-taken' | 'username-too-short' | 'username-reserved')
    | ('email-taken' | 'trial-used' | 'trial-limit')
  );

/** Words about data of the seller API. */
export interface DataWords {
  readonly operations: Words<HistoryOperation>;
  readonly outcomes: Words<'ok' | 'email-shared' | HistoryReason>;
  readonly scopes: Readonly<Record<SellerScope, { readonly name: string; readonly text: string }>>;
  readonly roles: Words<'owner' | Lowercase<AccountRole>>;
  readonly accountStates: Words<AccountState>;
  readonly keyStates: Words<LicenseStatus>;
  readonly userStates: Words<'active' | 'expired' | 'paused' | 'banned'>;
  readonly balanceEntries: Words<BalanceEntryKind>;
  readonly keyDurations: Words<KeyDuration>;
}

/** Sentences about changes of many rows, and about the time of users. */
export interface ChangeSentences {
  /** What each does, in lower case. */
  readonly bulkEffects: Words<BulkType>;
  /** `count` is the number of rows as text, or null if it is unknown. */
  readonly bulk: (type: BulkType, count: string | null) => string;
  readonly grants: {
    readonly sources: Words<Exclude<LedgerGrant['source'], 'key'>>;
    readonly causes: Words<NonNullable<LedgerGrant['revokedby']>>;
    readonly key: (key: string) => string;
    readonly removed: (duration: string) => string;
    readonly revoked: (duration: string, time: string, cause: string) => string;
    readonly left: (duration: string) => string;
    readonly allLeft: string;
    readonly usedUp: string;
    readonly amount: (duration: string, subscription: string) => string;
    readonly revokedFrom: (amounts: string, user: string) => string;
    readonly restoredTo: (amounts: string, user: string) => string;
    readonly dryRun: {
      readonly revokedFrom: (amounts: string, user: string) => string;
      readonly restoredTo: (amounts: string, user: string) => string;
    };
  };
}

export interface Language extends DataWords, ChangeSentences {
  /** BCP 47, for Intl and the attribute `lang`. */
  readonly locale: string;
  readonly failures: FailureSentences;
  readonly why: WhySentences;
  readonly auditSentences: AuditSentences;
  readonly auditWords: AuditWords;
  readonly nothingStops: (user: string) => string;
  readonly sharedEmail: (user: string) => string;
  /** A removed computer whose seat is free, and whose offline pass runs. */
  readonly stillOffline: (until: string) => string;
  /** A release that requires a feature which the user lacks. */
  readonly withheld: (
    release: Readonly<Record<'version' | 'channel' | 'platform' | 'feature', string>>,
  ) => string;
  /** The user asked for the deletion of the account. */
  readonly willBeDeleted: (user: string, time: string) => string;
  /** For an obstacle that only a newer service knows. */
  readonly otherObstacle: (code: string) => string;
}
