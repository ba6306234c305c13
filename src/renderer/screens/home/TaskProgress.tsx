// Progress of a task, as large as the main button: percent and bytes, then speed and time left.
import { useId } from 'react';
import type { Copy } from '../../../copy/copy.ts';
import { formatShare } from '../../../copy/program-state.ts';
import { fill, joinValues } from '../../../copy/sentences.ts';
import { joinProgressTexts, progressTexts } from '../../../copy/task-texts.ts';
import type { Task } from '../../../shared/program.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';

/** Returns the amount, then speed and time left. Omits "Downloading", which the cover shows. */
function linesOf(
  { taskStages }: Copy,
  { stage, state }: Task,
  texts: readonly string[],
): readonly string[] {
  const shown = texts.filter((text) => text !== taskStages.fetching);
  const first = state === 'paused' || (stage !== null && stage !== 'fetching') ? 2 : 1;
  const lines = [shown.slice(0, first), shown.slice(first)];
  return lines.filter((line) => line.length > 0).map((line) => joinValues(...line));
}

export function TaskProgress({ task }: { readonly task: Task }) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const heading = useId();
  const { kind, state, done, total } = task;
  const isRunning = state === 'running';
  const texts = progressTexts(copy, task, info.brand.name);
  const share = total === null ? null : total === 0 ? 1 : done / total;
  const percent = formatShare(copy, task);
  const lines = linesOf(copy, task, texts);
  return (
    <div className="control-face progress">
      <ProgressBar
        share={isRunning ? share : (share ?? 0)}
        tone={isRunning ? 'good' : 'neutral'}
        labelledBy={heading}
        valueText={joinProgressTexts(copy, texts)}
      />
      <span className="unseen" id={heading}>
        {fill(copy.taskKinds[kind].doing, { brand: info.brand.name })}
      </span>
      {/* Screen readers get the same texts from the bar. */}
      <span className="progress-texts" aria-hidden="true">
        <span className="percent">{percent}</span>
        <span className="amounts">
          {lines.map((line) => (
            // The key has the number of lines, because a single line has another position.
            <span key={`${lines.length} ${line}`}>{line}</span>
          ))}
        </span>
      </span>
    </div>
  );
}
