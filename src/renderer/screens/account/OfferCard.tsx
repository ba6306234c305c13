// Shows the QR code and secret for an authenticator app, with a countdown to their expiry.
import { useEffect, useEffectEvent } from 'react';
import { useCopy } from '../../bridge/loader-context.ts';
import { formatCountdown } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { TwoFactorOffer } from '../../../shared/two-factor.ts';
import { QrCode } from '@latchkey/kit/QrCode.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useAnnouncement } from '../../ui/use-live-region.ts';

export interface OfferCardProps {
  readonly offer: TwoFactorOffer;
  readonly onExpired: () => void;
}

const groupLength = 4;

function inGroups(secret: string): readonly string[] {
  return secret.match(new RegExp(`.{1,${String(groupLength)}}`, 'gu')) ?? [];
}

export function OfferCard({ offer: { secret, qr, expiresAt }, onExpired }: OfferCardProps) {
  const copy = useCopy().twoFactor;
  return (
    <div className="sheet card offer">
      <QrCode label={copy.qr} {...qr} />
      <div>
        <p className="small">{copy.byHand}</p>
        <p className="mono secret" dir="ltr" translate="no">
          {inGroups(secret).map((group, index) => (
            <span key={index}>{`${group} `}</span>
          ))}
        </p>
        <CopyButton text={() => secret} label={copy.copySecret} />
      </div>
      <TimeLeft until={expiresAt} onExpired={onExpired} />
    </div>
  );
}

interface TimeLeftProps {
  /** Unix milliseconds. */
  readonly until: number;
  readonly onExpired: () => void;
}

const minuteMs = 60_000;

function TimeLeft({ until, onExpired }: TimeLeftProps) {
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
