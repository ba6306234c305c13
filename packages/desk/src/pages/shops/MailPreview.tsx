// The mail that the form describes, with an example, as the service makes it.
import { useMutation } from '@tanstack/react-query';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import { useSend, type ParametersOf } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { FailureMessage } from '../../parts/FailureMessage.tsx';

interface MailPreviewProps {
  readonly parameters: ParametersOf<'editshop'>;
}

export function MailPreview({ parameters }: MailPreviewProps) {
  const { shops } = useCopy();
  const send = useSend();
  const preview = useMutation({
    mutationFn: () => send('editshop', { ...parameters, dryrun: '1' }),
  });
  const wait = useWait(preview.isPending);
  return (
    <div className="mail-preview">
      <div>
        <Button kind="outlined" wait={wait} onClick={() => preview.mutate()}>
          {shops.preview}
        </Button>
      </div>
      {preview.error !== null && <FailureMessage failure={failureOf(preview.error)} />}
      {preview.data !== undefined && (
        <div role="status" aria-label={shops.previewTitle}>
          <p className="headline">
            <bdi>{preview.data.subject}</bdi>
          </p>
          <p className="mail-text">
            <bdi>{preview.data.text}</bdi>
          </p>
        </div>
      )}
    </div>
  );
}
