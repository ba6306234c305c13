// Shows new recovery codes once, then asks for one of them, which makes them valid.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CodeList } from '@latchkey/kit/CodeList.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { saveFile } from '@latchkey/web/save-file.ts';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy, useLanguage } from '../copy/language.ts';
import { CodeInput } from '../parts/SecretFields.tsx';

interface ShownCodesProps {
  readonly codes: readonly string[];
  readonly onLeave: () => void;
}

export function ShownCodes({ codes, onLeave }: ShownCodesProps) {
  const { security, owned, signIn } = useCopy();
  const [isSaved, setSaved] = useState(false);
  if (isSaved) return <ConfirmCodes onBack={() => setSaved(false)} onLeave={onLeave} />;
  // Escape does not close it, because the codes are shown only once.
  return (
    <Dialog
      title={security.saveTitle}
      text={security.saveText}
      onLeave={() => undefined}
      more={
        <CodeList
          codes={codes}
          copy={{
            label: owned.copy,
            copiedLabel: owned.copied,
            byHandLabel: security.saveTitle,
          }}
          saveLabel={security.saveCodes}
          onSave={(text) => saveFile(security.fileName, new Blob([text], { type: 'text/plain' }))}
        />
      }
    >
      <Button kind="outlined" onClick={onLeave}>
        {signIn.cancel}
      </Button>
      <Button kind="filled" onClick={() => setSaved(true)}>
        {security.saved}
      </Button>
    </Dialog>
  );
}

interface ConfirmCodesProps {
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

function ConfirmCodes({ onBack, onLeave }: ConfirmCodesProps) {
  const { ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { security, signIn } = language.copy;
  const [code, setCode] = useState('');
  const { isPending, failure, run } = useAction<null>(async () => {
    await ask('newrecoverycodes', { confirm: code.trim() });
    await refresh();
    notify(security.confirmed);
    onLeave();
  });
  return (
    <FormDialog
      title={security.confirmTitle}
      text={security.confirmText}
      submitLabel={security.confirm}
      cancelLabel={signIn.back}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (code.trim() !== '') void run(null);
      }}
      onLeave={onBack}
    >
      <CodeInput label={security.recoveryCode} value={code} onChange={setCode} />
    </FormDialog>
  );
}
