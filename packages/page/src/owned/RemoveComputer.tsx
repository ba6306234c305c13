// Dialog that removes a computer. It says until when the computer works offline.
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import type { Computer } from './Computers.tsx';

interface RemoveComputerProps {
  readonly computer: Computer;
  readonly name: string;
  readonly onLeave: () => void;
}

export function RemoveComputer({ computer, name, onLeave }: RemoveComputerProps) {
  const { ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { copy, formats } = language;
  const { owned, signIn } = copy;
  const remove = async () => {
    try {
      return (await ask('removecomputer', { id: computer.id }))['until'];
    } catch (error) {
      // An earlier try whose answer was lost.
      if (failureOf(error).code === 'computer-unknown') return null;
      throw error;
    }
  };
  const { isPending, failure, run } = useAction<null>(async () => {
    const until = await remove();
    await refresh();
    notify(typeof until === 'number' ? owned.removedHeld(formats.dateTime(until)) : owned.removed);
    onLeave();
  });
  const offline =
    computer.until === undefined ? '' : owned.removeOffline(formats.dateTime(computer.until));
  return (
    <FormDialog
      title={owned.removeTitle(name)}
      text={`${owned.removeText} ${offline}`.trim()}
      submitLabel={owned.remove}
      cancelLabel={signIn.cancel}
      danger
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => void run(null)}
      onLeave={onLeave}
    />
  );
}
