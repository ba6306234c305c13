// Builds the texts of subscriptions and of notices about program exits, renewals and updates.
import type { Notice, Subscription } from '../shared/session.ts';
import type { UpdateWarning } from '../shared/update-warning.ts';
import type { Copy } from './copy.ts';
import { formatDateTime, formatEnd, formatTimeUntil, formatTimeLeft } from './dates.ts';
import { fill, joinSentences } from './sentences.ts';

const day = 24 * 3600 * 1000;
/** The remaining times at which a chip warns, a notice appears, and the notice becomes urgent. */
export const soonMs = { chip: 7 * day, notice: 3 * day, lastDay: day } as const;

export interface SubscriptionTexts {
  readonly chip: string;
  readonly tone: 'good' | 'warning' | 'neutral';
  /** Null if there is no end, or if the service reported none. */
  readonly line: string | null;
}

/**
 * `now` is the service's time in unix milliseconds; null hides the remaining time. `current` is
 * false after a redeem, until the service reports the new date.
 */
export function subscriptionTexts(
  copy: Copy,
  { startedAt, expiresAt, lifetime }: Subscription,
  now: number | null,
  current: boolean,
): SubscriptionTexts {
  const texts = copy.subscription;
  if (lifetime) return { chip: texts.lifetime, tone: 'good', line: null };
  const active = { chip: texts.active, tone: 'good' } as const;
  if (expiresAt === null) return { ...active, line: null };
  const date = formatEnd(copy, expiresAt, now);
  if (!current) return { ...active, line: fill(texts.untilOrLater, { date }) };
  if (now === null) return { ...active, line: fill(texts.until, { date }) };
  const leftMs = expiresAt - now;
  if (leftMs <= 0)
    return { chip: texts.ended, tone: 'neutral', line: fill(texts.endedOn, { date }) };
  if (leftMs <= warnBelowMs(startedAt, expiresAt))
    return {
      chip: fill(texts.endsSoon, { when: formatTimeUntil(copy, leftMs) }),
      tone: 'warning',
      line: fill(texts.until, { date }),
    };
  const left = formatTimeLeft(copy, leftMs);
  return { ...active, line: fill(texts.untilWithRest, { date, left }) };
}

/** At most a quarter of the subscription, so that a short one does not warn from its start. */
function warnBelowMs(startedAt: number | null, expiresAt: number): number {
  if (startedAt === null || startedAt >= expiresAt) return soonMs.chip;
  return Math.min(soonMs.chip, (expiresAt - startedAt) / 4);
}

type Exit = Extract<Notice, { readonly kind: 'app-exited' }>;

export interface NoticeTexts {
  readonly well: boolean;
  readonly title: string;
  readonly text: string | null;
}

export function exitTexts(
  { notice, locale }: Copy,
  { exitCode, signal }: Exit,
  brand: string,
): NoticeTexts {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const text = joinSentences(
    signal === null ? null : notice.stoppedBySystem,
    exitCode === null
      ? fill(notice.closedText, { brand })
      : fill(notice.closedNumber, { brand, number: plain.format(exitCode) }),
  );
  return { well: false, title: fill(notice.closedUnexpectedly, { brand }), text };
}

type Renewed = Extract<Notice, { readonly kind: 'renewed' }>;

/** `now`: the service's time in unix milliseconds, or null if unknown. */
export function renewedTexts(
  copy: Copy,
  { expiresAt, lifetime }: Renewed,
  now: number | null,
): {
  readonly title: string;
  readonly text: string | null;
} {
  const { renewed, renewedUntil, renewedLifetime } = copy.notice;
  if (lifetime) return { title: renewed, text: renewedLifetime };
  if (expiresAt === null) return { title: renewed, text: null };
  return { title: fill(renewedUntil, { date: formatEnd(copy, expiresAt, now) }), text: null };
}

/** `now` is the service's time in unix milliseconds, or null if unknown. */
export function updateTexts(
  copy: Copy,
  { version, download, supportedUntil }: UpdateWarning,
  brand: string,
  now: number | null,
): NoticeTexts {
  const { updateSoon, updateSoonNamed, updateBy, updateNow, updateHow } = copy.notice;
  const title =
    version === null ? fill(updateSoon, { brand }) : fill(updateSoonNamed, { brand, version });
  const isOverdue = supportedUntil !== null && now !== null && supportedUntil <= now;
  const when =
    supportedUntil === null
      ? null
      : isOverdue
        ? updateNow
        : fill(updateBy, { date: formatDateTime(copy, supportedUntil) });
  const how = download === null ? updateHow : null;
  const text = when === null && how === null ? null : joinSentences(when, how);
  return { well: true, title, text };
}
