// Card of a task that the main control does not show, because that control launches the program.
import { useId } from 'react';
import { fill, joinValues } from '../../../copy/sentences.ts';
import { joinProgressTexts, progressTexts } from '../../../copy/task-texts.ts';
import type { Task } from '../../../shared/program.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { TaskActions } from './TaskActions.tsx';

export function TaskCard({ task }: { readonly task: Task }) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const heading = useId();
  const { kind, state, done, total } = task;
  const texts = progressTexts(copy, task, info.brand.name);
  const share = total === null ? null : total === 0 ? 1 : done / total;
  return (
    <section className="sheet home-card" aria-labelledby={heading}>
      <h2 className="headline" id={heading}>
        {fill(copy.taskKinds[kind].doing, { brand: info.brand.name })}
      </h2>
      <ProgressBar
        share={state === 'running' ? share : (share ?? 0)}
        tone={state === 'running' ? 'good' : 'neutral'}
        labelledBy={heading}
        valueText={joinProgressTexts(copy, texts)}
      />
      <p className="small">{joinValues(...texts)}</p>
      <TaskActions task={task} />
    </section>
  );
}
