// Card for a long-running task: title, progress and actions. Cancelling needs a confirmation.
import { useId, useState } from 'react';
import { beside, fill } from '../../copy/sentences.ts';
import { progressWords, saidTogether } from '../../copy/task-words.ts';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useAnnouncement } from './use-live-region.ts';
import type { Task, TaskKind } from '../../shared/program.ts';

export function TaskCard({ task }: { readonly task: Task }) {
  const { bridge, info } = useParts();
  const copy = useCopy();
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const { id, kind, state, done, total, failure } = task;
  const progress = progressWords(copy, task, info.brand.name);
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
        said={saidTogether(copy, progress)}
      />
      <p className="small">{beside(...progress)}</p>
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
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {copy.task.cancel}
        </Button>
      </div>
      {asking && (
        <StopQuestion
          kind={kind}
          keep={() => setAsking(false)}
          stop={() => {
            setAsking(false);
            void bridge.cancelTask({ id });
          }}
        />
      )}
    </section>
  );
}

interface StopQuestionProps {
  readonly kind: TaskKind;
  readonly keep: () => void;
  readonly stop: () => void;
}

function StopQuestion({ kind, keep, stop }: StopQuestionProps) {
  const { brand } = useParts().info;
  const copy = useCopy();
  const words = copy.taskKinds[kind];
  return (
    <Dialog
      title={fill(words.stopTitle, { brand: brand.name })}
      text={words.stopText}
      onLeave={keep}
    >
      <Button kind="outlined" onClick={keep}>
        {copy.task.keep}
      </Button>
      <Button kind="filled" onClick={stop}>
        {words.stop}
      </Button>
    </Dialog>
  );
}
