// Cover of the home screen: the program's name, version and plan, and the main control.
import type { ReactNode } from 'react';
import type { Task } from '../../../shared/program.ts';
import {
  offlineText,
  planText,
  programState,
  programTitle,
  taskState,
  taskTitle,
} from '../../../copy/program-state.ts';
import { fill } from '../../../copy/sentences.ts';
import type { PhaseInGroup } from '../../../shared/phases.ts';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { Cover } from '../../ui/Cover.tsx';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import { useTitle } from '../../ui/use-title.ts';

const redrawEveryMs = 60_000;

export interface HomeCoverProps {
  readonly phase: PhaseInGroup<'inside'>;
  readonly now: number | null;
  /** The task in the main control, or null. */
  readonly task: Task | null;
  readonly control: ReactNode;
  /** The id of the line that describes the state, and with it the main control. */
  readonly id: string;
}

export function HomeCover({ phase, now, task, control, id }: HomeCoverProps) {
  const { info, session } = useLoaderContext();
  const { program } = session;
  const copy = useCopy();
  const { ready } = copy;
  const running = fill(ready.runningTitle, { name: info.brand.name });
  // The service's time may be unknown while it cannot be reached.
  const localNow = useNow(redrawEveryMs);
  const plan =
    phase.offline === undefined
      ? planText(copy, phase.account, now)
      : offlineText(copy, phase.offline, localNow);
  const texts =
    phase.kind === 'running'
      ? { title: running, line: ready.runningText }
      : task !== null
        ? { title: taskTitle(copy, task), line: taskState(copy, task, program) }
        : phase.kind === 'launching'
          ? { title: ready.starting, line: ready.starting }
          : program === null
            ? { title: ready.ready, line: plan ?? ready.ready }
            : plan !== null && phase.offline !== undefined && program.next === 'look'
              ? // Offline, nothing looks for a version; the files are read in a moment.
                { title: plan, line: plan }
              : phase.offline !== undefined && program.installed === null
                ? { title: programTitle(copy, program), line: ready.installOnline }
                : { title: programTitle(copy, program), line: programState(copy, program, plan) };
  const isClosable = task?.state === 'running' && task.kind !== 'move';
  useTitle(texts.title);
  useAnnouncement(phase.kind === 'running' ? running : null);
  return (
    <Cover position="above" control={control}>
      <h1 tabIndex={-1} aria-describedby={id}>
        <bdi>{info.brand.name}</bdi>
      </h1>
      <p className="small home-state" id={id}>
        {texts.line}
        {isClosable && <span>{copy.delivery.closable}</span>}
      </p>
    </Cover>
  );
}
