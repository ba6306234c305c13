// Card of a release with its notes and, for an update that the main control does not bring, a button.
// A paused update resumes here, because the main control launches the installed version.
import { useId, useState, type ReactNode } from 'react';
import { allows, isAppActive } from '../../../shared/phases.ts';
import type { Program, Task } from '../../../shared/program.ts';
import { fill, joinValues } from '../../../copy/sentences.ts';
import { formatBytes, progressTexts } from '../../../copy/task-texts.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { Command } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { FormattedNotes, plainNotes } from './FormattedNotes.tsx';
import { TaskActions } from './TaskActions.tsx';

export type Release = Pick<NonNullable<Program['available']>, 'version' | 'notes' | 'stored'>;

/**
 * Returns the release whose notes are shown: the offered one, otherwise the installed one. Null
 * without notes and without an update. The card stays until the screen closes, so that nothing moves
 * when the program is installed or removed.
 */
export function useShownRelease(program: Program | null): Release | null {
  const installed = program?.installed ?? null;
  const noted =
    installed === null || installed.notes === '' ? null : { ...installed, stored: null };
  const available = program?.available ?? null;
  const isUseful = available !== null && (installed !== null || available.notes !== '');
  const current = isUseful ? available : noted;
  const [last, setLast] = useState(current);
  if (current !== null && JSON.stringify(current) !== JSON.stringify(last)) setLast(current);
  return current ?? (last?.version === (installed ?? available)?.version ? last : null);
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
  const isNewer = program.available !== null && program.installed !== null;
  const canUpdate = isNewer && !isBusy && program.next === 'launch';
  const title = isNewer ? texts.newer : program.installed === null ? texts.version : texts.updated;
  return (
    <section className="sheet home-card release">
      <div className="home-card-head">
        <h2 className="headline">{fill(title, { version })}</h2>
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
  const label = isAppActive(session.phase)
    ? texts.updateLater
    : stored === null
      ? texts.update
      : fill(texts.updateSize, { size: formatBytes(copy, stored) });
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
      {label}
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
      <div id={id} className={isOpen ? 'small notes' : 'small notes excerpt'} dir="auto">
        {isOpen ? <FormattedNotes notes={notes} /> : (progress ?? plainNotes(notes))}
      </div>
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
