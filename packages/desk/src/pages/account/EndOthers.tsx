// Ends every session of the person but this one.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '@latchkey/web/failure.ts';
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
  // Read once, because the list shrinks while sessions end.
  const [handles] = useState(() => others.map(({ handle }) => handle));
  const end = useOwnChange('endsession');
  const change = useMutation({
    mutationFn: async (each: readonly string[]) => {
      for (const handle of each)
        await end.mutateAsync({ handle }).catch((error: unknown) => {
          // It ended meanwhile.
          if (failureOf(error).code !== 'session-unknown') throw error;
        });
    },
  });
  const count = handles.length;
  const shown = formats.number(count);
  return (
    <RequestDialog
      change={change}
      parameters={handles}
      title={sessions.endOthersTitle}
      text={sessions.endOthersText(count, shown)}
      submit={sessions.endOthersSubmit(count, shown)}
      danger
      done={() => sessions.endOthersDone}
      onLeave={onLeave}
    />
  );
}
