// Dialog that turns two-factor sign-in on: scan the QR code, enter a first code.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { ScanCode } from '@latchkey/kit/ScanCode.tsx';
import { drawQr } from '@latchkey/web/draw-qr.ts';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput } from '../parts/SecretFields.tsx';

export interface Offer {
  readonly secret: string;
  readonly url: string;
}

interface ScanDialogProps {
  readonly offer: Offer;
  /** Recovery codes, or none where they are off. */
  readonly onDone: (codes: readonly string[]) => Promise<void>;
  readonly onLeave: () => void;
}

export function ScanDialog({ offer: { secret, url }, onDone, onLeave }: ScanDialogProps) {
  const { ask } = useSession();
  const language = useLanguage();
  const { security, owned, signIn } = language.copy;
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = { code: code.trim(), recovery: '1' };
    const answer = await send((challenge) => ask('2faenable', { ...given, challenge }));
    await onDone(codesOf(answer));
  });
  return (
    <FormDialog
      title={security.scanTitle}
      text={security.scanText}
      submitLabel={security.turnOn}
      cancelLabel={signIn.cancel}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (code.trim() !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <ScanCode
        label={security.qr}
        {...drawQr(url)}
        keyLabel={security.manual}
        secret={secret}
        copy={{
          label: security.copySecret,
          copiedLabel: owned.copied,
          byHandLabel: security.manual,
        }}
      />
      <CodeInput
        label={security.code}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          renew();
        }}
      />
    </FormDialog>
  );
}

export function codesOf({ codes }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(codes) ? codes.map(String) : [];
}
