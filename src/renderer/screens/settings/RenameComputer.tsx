// Form to rename this computer, in its row of the list.
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { maxComputerNameLength } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../../../copy/copy.ts';
import { formatNumber } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { OwnComputer } from '../../../shared/computers.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';

export interface RenameComputerProps {
  readonly current: string;
  readonly cancel: () => void;
  readonly renamed: (list: readonly OwnComputer[], name: string) => void;
}

function errorOf(copy: Copy, name: string): string | null {
  const { computers: texts } = copy;
  if (name === '') return texts.nameMissing;
  const most = formatNumber(copy, maxComputerNameLength);
  return name.length > maxComputerNameLength ? fill(texts.nameTooLong, { most }) : null;
}

function useRename({ current, renamed }: Pick<RenameComputerProps, 'current' | 'renamed'>) {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const command = useCommand<readonly OwnComputer[]>();
  const [text, setText] = useState(current);
  const [isChecked, setIsChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const name = text.trim();
  const error = errorOf(copy, name);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const answer = error === null ? await command.run(() => bridge.renameComputer({ name })) : null;
    if (answer?.ok === true) renamed(answer.value, name);
    else field.current?.focus();
  };
  return { command, text, setText, field, submit, error: isChecked ? error : null };
}

/** Handles Escape inside the form, so that the settings around it ignore the key. */
function useFormEscape(leave: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    leave();
  });
  useLayoutEffect(() => {
    const element = form.current;
    const listener = (event: KeyboardEvent) => pressed(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, []);
  return form;
}

export function RenameComputer({ current, cancel, renamed }: RenameComputerProps) {
  const { bridge } = useLoaderContext();
  const { computers: texts } = useCopy();
  const { command, text, setText, field, submit, error } = useRename({ current, renamed });
  const wait = useWait(command.pending);
  const form = useFormEscape(() => {
    if (command.pending) void bridge.cancel({});
    else cancel();
  });
  return (
    <form ref={form} className="rename" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={texts.name}
        ref={field}
        name="computer"
        autoComplete="off"
        dir="auto"
        value={text}
        readOnly={command.pending}
        error={error}
        wrong={error !== null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Tools>
        <Button kind="outlined" submit wait={wait} busyLabel={texts.saving}>
          {texts.save}
        </Button>
        <Button kind="quiet" disabled={command.pending} onClick={cancel}>
          {texts.cancel}
        </Button>
      </Tools>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </form>
  );
}
