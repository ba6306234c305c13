// Pause, Resume and Cancel of a task. Cancelling needs a confirmation.
import { useState } from 'react';
import { repairLabel } from '../../../copy/program-state.ts';
import { fill } from '../../../copy/sentences.ts';
import { stopText } from '../../../copy/task-texts.ts';
import type { Task } from '../../../shared/program.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';

export function TaskActions({ task }: { readonly task: Task }) {
  const { bridge, session } = useLoaderContext();
  const texts = useCopy();
  const copy = texts.task;
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, state, kind } = task;
  const { program } = session;
  const isUpdatingRepair = kind === 'repair' && (program?.repairsTo ?? null) !== null;
  const again = isUpdatingRepair ? repairLabel(texts, program) : copy.again;
  // Announce only the pause, because progress would interrupt the user.
  useAnnouncement(state === 'paused' ? copy.paused : null);
  return (
    <div className={state === 'running' ? 'task-actions' : 'task-actions idle'}>
      {state === 'running' ? (
        <Button kind="quiet" onClick={() => void bridge.pauseTask({ id })}>
          {copy.pause}
        </Button>
      ) : (
        <Button kind="quiet" onClick={() => void bridge.resumeTask({ id })}>
          {state === 'failed' ? again : copy.resume}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setIsConfirming(true)}>
        {copy.cancel}
      </Button>
      {isConfirming && (
        <StopQuestion
          task={task}
          keep={() => setIsConfirming(false)}
          stop={() => {
            setIsConfirming(false);
            void bridge.cancelTask({ id });
          }}
        />
      )}
    </div>
  );
}

interface StopQuestionProps {
  readonly task: Task;
  readonly keep: () => void;
  readonly stop: () => void;
}

function StopQuestion({ task, keep, stop }: StopQuestionProps) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const texts = copy.taskKinds[task.kind];
  return (
    <Dialog
      title={fill(texts.stopTitle, { brand: brand.name })}
      text={stopText(copy, task)}
      onLeave={keep}
    >
      <Button kind="outlined" onClick={keep}>
        {copy.task.keep}
      </Button>
      <Button kind="filled" danger onClick={stop}>
        {texts.stop}
      </Button>
    </Dialog>
  );
}
