// Ends every session of the person but this one.
import { useMutation } from '@tanstack/react-query';
import { failureOf } from '../../client/failure.ts';
import { useOwnChange } from '../../client/own.ts';
import { useLanguage } from '../../copy/language.ts';
import { RequestDialog } from '../../parts/RequestDialog.tsx';

interface EndOthersProps {
  readonly others: readonly { readonly handle: string }[];
  readonly onLeave: () => void;
}

export function EndOthers({ others, onLeave }: EndOthersProps) {
  const { copy, formats } = useLanguage();
  const { sessions } = copy;
  const end = useOwnChange('endsession');
  const change = useMutation({
    mutationFn: async (handles: readonly string[]) => {
      for (const handle of handles)
        await end.mutateAsync({ handle }).catch((error: unknown) => {
          // It ended meanwhile.
          if (failureOf(error).code !== 'session-unknown') throw error;
        });
    },
  });
  // Counted once: the list shrinks while sessions end.
  const count = others.length;
  const shown = formats.number(count);
  return (
    <RequestDialog
      change={change}
      parameters={others.map(({ handle }) => handle)}
      title={sessions.endOthersTitle}
      text={sessions.endOthersText(count, shown)}
      submit={sessions.endOthersSubmit(count, shown)}
      danger
      done={() => sessions.endOthersDone}
      onLeave={onLeave}
    />
  );
}
