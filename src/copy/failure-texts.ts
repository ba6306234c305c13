// Returns the texts for each failure code and situation. A code without texts does not compile.
import type { Failure, FailureCode } from '../shared/failure.ts';
import type { LinkName } from '../shared/loader-info.ts';
import type { Copy } from './copy.ts';
import { formatDateTime, formatTimeRoundedUp } from './dates.ts';
import {
  badCode,
  badCredentials,
  clockSkew,
  invalidInput,
  keyUnknown,
  keyUsed,
} from './failure-facts.ts';
import * as program from './program-texts.ts';
import { fill, hasPlaceholders, joinSentences, type Unfilled } from './sentences.ts';
import type { FailedOperation, FailureContext, FailureTexts } from './failure-text-types.ts';

type BrandText = string | Unfilled<'brand'>;

interface Entry {
  readonly title: BrandText;
  readonly text: BrandText;
  readonly brief?: string;
  readonly offer?: LinkName;
}

export function withBrand({ title, text, ...rest }: Entry, brand: string): FailureTexts {
  const filled = (sentence: BrandText) =>
    hasPlaceholders(sentence) ? fill(sentence, { brand }) : sentence;
  return { ...rest, title: filled(title), text: filled(text) };
}

type TextBuilder<Code extends FailureCode> = (
  copy: Copy,
  failure: Failure<Code>,
  context: FailureContext,
) => FailureTexts;

/** The builders of texts that contain facts or belong to an account state. */
const builders = {
  'invalid-input': invalidInput,
  'bad-credentials': badCredentials,
  'bad-code': badCode,
  'rate-limited': (copy, { retryAt }) => {
    const { title, text, brief } = copy.failuresWithFacts['rate-limited'];
    const time = formatTimeRoundedUp(copy, retryAt);
    return { title, text: fill(text, { time }), brief: fill(brief, { time }) };
  },
  'seat-held': ({ locale, seatHeld: { title, text, textWithDate } }, { freeAt }) => ({
    title,
    text: freeAt === null ? text : fill(textWithDate, { date: formatDateTime({ locale }, freeAt) }),
  }),
  'key-unknown': keyUnknown,
  'key-used': keyUsed,
  'clock-skew': clockSkew,
  'no-subscription': ({ never: { title, text } }) => ({ title, text, offer: 'renew' }),
  'subscription-paused': ({ paused: { title, text } }, _, { brand }) => ({
    ...withBrand({ title, text }, brand),
    offer: 'contact',
  }),
  'wrong-device': ({ wrongDevice: { title, text } }, _, { brand }) => ({
    ...withBrand({ title, text }, brand),
    offer: 'reset',
  }),
  banned: ({ banned }, { reason }, { brand }) => {
    const { title, text } = withBrand(banned.user, brand);
    const given = reason === null ? null : fill(banned.withReason, { reason });
    return { title, text: joinSentences(text, given), offer: 'contact' };
  },
  blacklisted: ({ banned }, _, { brand }) => ({
    ...withBrand(banned.blacklist, brand),
    offer: 'contact',
  }),
  'app-paused': ({ appPaused: { title, text } }, _, { brand }) => withBrand({ title, text }, brand),
  'app-disabled': ({ appDisabled }, _, { brand }) => ({
    ...withBrand(appDisabled, brand),
    offer: 'contact',
  }),
  'chat-muted': ({ chatMuted, ...copy }, { retryAt }, { brand }) => ({
    title: chatMuted.title,
    text:
      retryAt === null
        ? fill(chatMuted.text, { brand })
        : fill(chatMuted.until, { brand, date: formatDateTime(copy, retryAt) }),
    offer: 'contact',
  }),
  'two-factor-unproven': ({ unproven }, { target }) => unproven[target],
  'two-factor-unchanged': ({ unchanged }, { target }, { brand }) => ({
    ...withBrand(unchanged[target], brand),
    offer: 'contact',
  }),
  'update-required': ({ update }, _, { brand }) =>
    withBrand({ title: update.title, text: update.withoutLink }, brand),
  'session-gone': ({ sessionEnded, sessionEndCauses }, { ended }, { brand }) =>
    withBrand(ended === undefined ? sessionEnded : sessionEndCauses[ended], brand),
  'not-signed-in': ({ sessionEnded }, _, { brand }) => withBrand(sessionEnded, brand),
  refused: ({ failuresWithFacts: { refused } }, { sellerText }, { brand }) => ({
    title: refused.title,
    text: fill(sellerText === null ? refused.noReason : refused.reason, { brand }),
    offer: 'contact',
  }),
  'kept-not-removed': ({ failuresWithFacts }, { file }) => {
    const { title, text } = failuresWithFacts['kept-not-removed'];
    return { title, text: fill(text, { file }), noCode: true };
  },
  'data-folder-unusable': ({ failuresWithFacts }, { folder }, { brand }) => {
    const { title, text } = failuresWithFacts['data-folder-unusable'];
    return { title, text: fill(text, { brand, folder }), noCode: true };
  },
  'program-outdated': program.outdated,
  'disk-full': program.diskFull,
  'folder-read-only': program.readOnly,
  'folder-gone': program.folderGone,
  'folder-not-empty': program.notEmpty,
  'folder-unsafe': program.unsafeFolder,
  'folder-too-deep': program.tooDeep,
  'file-unmovable': program.unmovable,
  'file-in-use': program.inUse,
  'file-removed': program.removed,
  'other-loader': program.otherLoader,
} satisfies { readonly [Code in FailureCode]?: TextBuilder<Code> };

type BuiltCode = keyof typeof builders;
type PlainCode = Exclude<FailureCode, BuiltCode>;

function hasBuilder(code: FailureCode): code is BuiltCode {
  return Object.hasOwn(builders, code);
}

const extras: Readonly<Partial<Record<PlainCode, Pick<FailureTexts, 'offer' | 'noCode'>>>> = {
  'key-banned': { offer: 'contact' },
  'no-plan-for-level': { offer: 'contact' },
  'email-missing': { offer: 'contact' },
  'mail-unavailable': { offer: 'contact' },
  'device-id-invalid': { offer: 'contact' },
  'app-unknown': { offer: 'contact' },
  'type-unknown': { offer: 'contact' },
  'variable-read-only': { offer: 'contact' },
  'channel-unknown': { offer: 'contact' },
  'no-resets-left': { offer: 'contact' },
  'bad-request': { offer: 'contact' },
  'program-missing': { noCode: true },
  'program-damaged': { noCode: true },
  'program-withdrawn': { noCode: true },
  'program-not-genuine': { offer: 'contact' },
  'program-older': { offer: 'contact' },
  'sandbox-off': { noCode: true },
  'file-not-saved': { noCode: true },
  'not-printed': { noCode: true },
  'loader-not-updated': { offer: 'contact' },
  internal: { offer: 'contact' },
};

function plainEntry(copy: Copy, code: PlainCode): Entry {
  const all: Readonly<Record<PlainCode, Entry>> = {
    ...copy.connection,
    ...copy.failures,
    ...copy.thisComputer,
    ...copy.twoFactorRefusals,
    ...copy.programFailures,
    ...copy.chatRefusals,
    ...copy.computerRefusals,
  };
  return all[code];
}

/** Returns the texts that apply only in this situation, or null. */
function entryOfOperation(
  copy: Copy,
  code: FailureCode,
  { operation }: FailureContext,
): Entry | null {
  const usernameTaken = copy.failures['username-taken'];
  const all: Readonly<
    Partial<Record<FailedOperation, Readonly<Partial<Record<FailureCode, Entry>>>>>
  > = {
    forgot: copy.whileForgot,
    'lost-key': {
      ...copy.whileForgot,
      'mail-unavailable': { ...copy.whileLostKey['mail-unavailable'], offer: 'contact' },
    },
    saved: copy.whileSavedSignIn,
    'key-sign-in': copy.whileKeySignIn,
    redeem: copy.whileRedeeming,
    register: copy.whileRegistering,
    trial: {
      ...copy.whileRegistering,
      ...copy.whileTrial,
      // The usual text says that the key is unused, but a trial has none.
      'username-taken': { ...usernameTaken, brief: usernameTaken.title },
    },
    'change-password': copy.whileChangingPassword,
    'two-factor': copy.whileTwoFactor,
    'new-codes': copy.whileMakingCodes,
    'confirm-codes': copy.whileConfirmingCodes,
  };
  return all[operation]?.[code] ?? null;
}

export function failureTexts(copy: Copy, failure: Failure, context: FailureContext): FailureTexts {
  const { code } = failure;
  const entry = entryOfOperation(copy, code, context);
  if (entry !== null) return withBrand(entry, context.brand);
  if (hasBuilder(code)) {
    // The table pairs each code with its failure type, but TypeScript loses that in the lookup.
    const build = builders[code] as TextBuilder<FailureCode>;
    return build(copy, failure, context);
  }
  return { ...withBrand(plainEntry(copy, code), context.brand), ...extras[code] };
}

/** Returns true for equal codes, and for two failures of the connection or the clock. */
export function haveSameCause({ connection }: Copy, one: Failure, other: Failure): boolean {
  const isConnectionFailure = ({ code }: Failure) =>
    code === 'clock-skew' || Object.hasOwn(connection, code);
  return one.code === other.code || (isConnectionFailure(one) && isConnectionFailure(other));
}
