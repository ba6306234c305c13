// Shows the QR code and secret for an authenticator app.
import type { ReactNode } from 'react';
import { useCopy } from '../../bridge/loader-context.ts';
import type { TwoFactorOffer } from '../../../shared/two-factor.ts';
import { QrCode } from '@latchkey/kit/QrCode.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

export interface OfferCardProps {
  readonly offer: TwoFactorOffer;
  readonly children: ReactNode;
}

const groupLength = 4;

function inGroups(secret: string): readonly string[] {
  return secret.match(new RegExp(`.{1,${String(groupLength)}}`, 'gu')) ?? [];
}

export function OfferCard({ offer: { secret, qr }, children }: OfferCardProps) {
  const copy = useCopy().twoFactor;
  return (
    <div className="sheet card offer">
      <QrCode label={copy.qr} {...qr} />
      <div>
        <p className="small">{copy.manualEntry}</p>
        <p className="mono secret" dir="ltr" translate="no">
          {inGroups(secret).map((group, index) => (
            <span key={index}>{`${group} `}</span>
          ))}
        </p>
        <CopyButton text={() => secret} label={copy.copySecret} />
      </div>
      {children}
    </div>
  );
}
