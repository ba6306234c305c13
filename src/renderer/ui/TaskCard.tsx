// Card for a long-running task: title, progress and actions. Cancelling needs a confirmation.
import { useId, useState } from 'react';
import { joinValues, fill } from '../../copy/sentences.ts';
import { progressTexts, joinProgressTexts, stopText } from '../../copy/task-texts.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useAnnouncement } from './use-live-region.ts';
import type { Task } from '../../shared/program.ts';

export function TaskCard({ task }: { readonly task: Task }) {
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const [isConfirming, setIsConfirming] = useState(false);
  const heading = useId();
  const { id, kind, state, done, total, failure } = task;
  const progress = progressTexts(copy, task, info.brand.name);
  // Announce only the pause, because progress would interrupt the user.
  useAnnouncement(state === 'paused' ? copy.task.paused : null);
  const share = total === null ? null : total === 0 ? 1 : done / total;
  return (
    <section className="sheet task" aria-labelledby={heading}>
      <h2 id={heading}>{fill(copy.taskKinds[kind].doing, { brand: info.brand.name })}</h2>
      <ProgressBar
        share={state === 'running' ? share : (share ?? 0)}
        tone={state === 'running' ? 'good' : 'neutral'}
        labelledBy={heading}
        valueText={joinProgressTexts(copy, progress)}
      />
      <p className="small">{joinValues(...progress)}</p>
      {failure !== null && (
        <FailureBox key={failure.reportId} failure={failure} moment="background" />
      )}
      <div className="task-actions">
        {state === 'running' ? (
          <Button kind="quiet" onClick={() => void bridge.pauseTask({ id })}>
            {copy.task.pause}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => void bridge.resumeTask({ id })}>
            {state === 'failed' ? copy.task.again : copy.task.resume}
          </Button>
        )}
        <Button kind="quiet" onClick={() => setIsConfirming(true)}>
          {copy.task.cancel}
        </Button>
      </div>
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
    </section>
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
      <Button kind="filled" onClick={stop}>
        {texts.stop}
      </Button>
    </Dialog>
  );
}
