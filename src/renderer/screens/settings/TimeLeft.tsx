// Countdown to the expiry of the secret for an authenticator app.
import { useEffect, useEffectEvent } from 'react';
import { formatCountdown } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useCopy } from '../../bridge/loader-context.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';

export interface TimeLeftProps {
  /** The expiry in unix milliseconds. */
  readonly until: number;
  readonly onExpired: () => void;
}

const minuteMs = 60_000;

export function TimeLeft({ until, onExpired }: TimeLeftProps) {
  const copy = useCopy();
  const leftMs = until - useNow(1000);
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (leftMs <= 0) expire();
  }, [leftMs]);
  useAnnouncement(leftMs <= minuteMs ? copy.twoFactor.lastMinute : null);
  return (
    <p className="small" role="timer">
      {fill(copy.twoFactor.left, { time: formatCountdown(copy, leftMs) })}
    </p>
  );
}
