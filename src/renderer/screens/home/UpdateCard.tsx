// Card of an update with its notes and, unless the main control updates, a button. A paused update
// resumes here, because the main control launches the installed version.
import { useId, useState, type ReactNode } from 'react';
import { allows } from '../../../shared/phases.ts';
import type { Program, Task } from '../../../shared/program.ts';
import { fill, joinValues } from '../../../copy/sentences.ts';
import { formatBytes, progressTexts } from '../../../copy/task-texts.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { Command } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { TaskActions } from './TaskActions.tsx';

export type Release = NonNullable<Program['available']>;

/**
 * Returns the offered update. An installed update stays until the screen closes, so that the cards
 * below do not move. Returns null if nothing is installed or offered.
 */
export function useShownUpdate(program: Program | null): Release | null {
  const installed = program?.installed ?? null;
  const offered = installed === null ? null : (program?.available ?? null);
  const [last, setLast] = useState(offered);
  if (offered !== null && JSON.stringify(offered) !== JSON.stringify(last)) setLast(offered);
  return offered ?? (last?.version === installed?.version ? last : null);
}

export interface UpdateCardProps {
  readonly release: Release;
  readonly program: Program;
  /** The task of the update; null if there is none, or if the main control shows it. */
  readonly task: Task | null;
  /** Whether there is any task. The card then has no button that starts the update. */
  readonly isBusy: boolean;
  readonly command: Command<null>;
  readonly onStart: () => void;
}

export function UpdateCard({ release, program, task, isBusy, ...rest }: UpdateCardProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.delivery;
  const { version, notes } = release;
  const isInstalled = program.available === null;
  const canUpdate = !isInstalled && !isBusy && program.next === 'launch';
  return (
    <section className="sheet home-card">
      <div className="home-card-head">
        <h2 className="headline">{fill(isInstalled ? texts.updated : texts.newer, { version })}</h2>
      </div>
      <Notes
        notes={notes}
        progress={task && joinValues(...progressTexts(copy, task, info.brand.name))}
      >
        {task !== null ? (
          <TaskActions task={task} />
        ) : (
          canUpdate && <UpdateButton stored={release.stored} {...rest} />
        )}
      </Notes>
    </section>
  );
}

interface UpdateButtonProps extends Pick<UpdateCardProps, 'command' | 'onStart'> {
  readonly stored: Release['stored'];
}

function UpdateButton({ stored, command, onStart }: UpdateButtonProps) {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.delivery;
  const wait = useWait(command.pending);
  return (
    <Button
      kind="quiet"
      wait={wait}
      busyLabel={texts.update}
      disabled={!allows(session.phase, 'installProgram')}
      onClick={() => {
        onStart();
        void command.run(() => bridge.installProgram({}));
      }}
    >
      {stored === null ? texts.update : fill(texts.updateSize, { size: formatBytes(copy, stored) })}
    </Button>
  );
}

interface NotesProps {
  readonly notes: string;
  /** Replaces the notes' first lines; null without a task. */
  readonly progress: string | null;
  /** The button beside "What's new". */
  readonly children: ReactNode;
}

/** SECURITY: the publisher's notes are rendered as plain text. */
function Notes({ notes, progress, children }: NotesProps) {
  const copy = useCopy().delivery;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (notes === '')
    return (
      <>
        <p className="small excerpt short">{progress}</p>
        <div className="home-card-acts">{children}</div>
      </>
    );
  return (
    <>
      {isOpen && progress !== null && <p className="small">{progress}</p>}
      <p id={id} className={isOpen ? 'small notes' : 'small notes excerpt'} dir="auto">
        {isOpen ? notes : (progress ?? notes)}
      </p>
      <div className="home-card-acts">
        <button
          type="button"
          className="button quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {copy.whatsNew}
        </button>
        {children}
      </div>
    </>
  );
}
