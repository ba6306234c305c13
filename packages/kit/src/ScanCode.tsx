// QR code for an authenticator app, beside its key for typing.
import { CopyButton, type CopyButtonProps } from './CopyButton.tsx';
import { QrCode, type QrCodeProps } from './QrCode.tsx';

export interface ScanCodeProps extends QrCodeProps {
  /** Above the key. */
  readonly keyLabel: string;
  readonly secret: string;
  readonly copy: Omit<CopyButtonProps, 'text'>;
}

export function ScanCode({ keyLabel, secret, copy, ...code }: ScanCodeProps) {
  return (
    <div className="scan">
      <QrCode {...code} />
      <div>
        <p className="small">{keyLabel}</p>
        <p className="mono" dir="ltr" translate="no">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <CopyButton text={secret} {...copy} />
      </div>
    </div>
  );
}
