// Requests the password again before dangerous changes (docs/desk.md), for all pages in one dialog.
import { createContext, useContext, useRef, useState, type ReactNode } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { useGate } from '@latchkey/kit/use-gate.ts';
import { failureOf, RequestFailed } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useCopy, useLanguage } from '../copy/language.ts';
import { usePost } from './use-post.ts';

const PasswordContext = createContext<() => Promise<void>>(() => Promise.resolve());

/** Resolves once the password was right. Rejects with the code `cancelled`. */
export function usePasswordRequest(): () => Promise<void> {
  return useContext(PasswordContext);
}

export function PasswordGate({ children }: { readonly children: ReactNode }) {
  const { isOpen, request, open, refuse } = useGate();
  return (
    <PasswordContext value={request}>
      {children}
      {isOpen && <PasswordDialog onRight={open} onLeave={() => refuse(cancelled())} />}
    </PasswordContext>
  );
}

function cancelled(): RequestFailed {
  return new RequestFailed({ code: 'cancelled', message: '', retryAfter: null, facts: {} });
}

interface PasswordDialogProps {
  readonly onRight: () => void;
  readonly onLeave: () => void;
}

function PasswordDialog({ onRight, onLeave }: PasswordDialogProps) {
  const { gate, frame } = useCopy();
  const language = useLanguage();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const post = usePost();
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (pending || password === '') return;
    setPending(true);
    try {
      await post('confirm', { password });
      onRight();
    } catch (thrown) {
      setPending(false);
      setPassword('');
      const failure = failureOf(thrown);
      setError(failure.code === 'wrong-password' ? gate.wrong : failureText(language, failure));
      field.current?.focus();
    }
  };
  return (
    <FormDialog
      title={gate.title}
      text={gate.text}
      submitLabel={gate.confirm}
      cancelLabel={frame.cancel}
      pending={pending}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <Field
        label={frame.password}
        type="password"
        autoComplete="current-password"
        ref={field}
        value={password}
        error={error}
        wrong={error !== null}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
