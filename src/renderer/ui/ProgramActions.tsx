// Shows the state of the installed program, its main button and its update notice.
import { Download, RefreshCw, Wrench } from 'lucide';
import { useId, useState } from 'react';
import { allows } from '../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand, type Command } from '../bridge/use-command.ts';
import { fill } from '../../copy/sentences.ts';
import type { Copy } from '../../copy/copy.ts';
import { formatBytes } from '../../copy/task-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { FailureBox } from './FailureBox.tsx';
import { LaunchButton } from './LaunchButton.tsx';
import type { Program, Task } from '../../shared/program.ts';

export function programState(copy: Copy, program: Program): string {
  const texts = copy.delivery;
  const { installed, available, next, size } = program;
  if (next === 'look') return texts.looking;
  if (installed === null) return available === null ? texts.nothing : offered(copy, available);
  const { version } = installed;
  if (next === 'repair') return fill(texts.damaged, { version });
  if (next === 'update') return fill(texts.mustUpdate, { version });
  return fill(texts.installed, { version, size: formatBytes(copy, size ?? 0) });
}

/** Describes an available version by its download size and installed size. */
function offered(copy: Copy, { version, ...bytes }: NonNullable<Program['available']>): string {
  const stored = formatBytes(copy, bytes.stored);
  return bytes.size === null
    ? fill(copy.delivery.notInstalledShort, { version, stored })
    : fill(copy.delivery.notInstalled, { version, stored, size: formatBytes(copy, bytes.size) });
}

export interface ProgramActionsProps {
  readonly program: Program;
  readonly tasks: readonly Task[];
  readonly describedBy: string;
}

export function ProgramActions({ program, tasks, describedBy }: ProgramActionsProps) {
  const copy = useCopy().delivery;
  const { next, available, installed } = program;
  const running = tasks.some(({ state }) => state === 'running');
  const downloading = tasks.some(({ kind, state }) => state === 'running' && kind !== 'move');
  // A paused task has its own Resume button. An installed program can be launched meanwhile.
  const shown = tasks.length === 0 || (next === 'launch' && !running);
  // A launch failure stays visible even if another button replaces Launch.
  const launch = useCommand<null>();
  const { failure } = launch;
  return (
    <>
      {shown && <MainButton program={program} describedBy={describedBy} launch={launch} />}
      {failure !== null && shown && next !== 'launch' && (
        <FailureBox key={failure.reportId} failure={failure} moment="launch" />
      )}
      {downloading && <p className="small">{copy.working}</p>}
      {available !== null && installed !== null && (
        <UpdateNotice
          version={available.version}
          notes={available.notes}
          offered={next === 'launch' && tasks.length === 0}
          onStart={launch.clear}
        />
      )}
    </>
  );
}

interface MainButtonProps extends Omit<ProgramActionsProps, 'tasks'> {
  readonly launch: Command<null>;
}

function MainButton({ program, describedBy, launch }: MainButtonProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().delivery;
  const more = { describedBy, onStart: launch.clear };
  switch (program.next) {
    case 'look':
      return null;
    case 'nothing':
      return (
        <CommandButton
          kind="outlined"
          label={copy.checkAgain}
          ask={() => bridge.retry({})}
          icon={RefreshCw}
        />
      );
    case 'install':
      return (
        <CommandButton
          label={copy.install}
          ask={() => bridge.installProgram({})}
          icon={Download}
          {...more}
        />
      );
    case 'update':
      return (
        <CommandButton
          label={copy.update}
          ask={() => bridge.installProgram({})}
          icon={Download}
          {...more}
        />
      );
    case 'repair':
      return (
        <CommandButton
          label={copy.repair}
          ask={() => bridge.repairProgram({})}
          icon={Wrench}
          {...more}
        />
      );
    case 'launch':
      return <LaunchButton describedBy={describedBy} command={launch} />;
  }
}

interface CommandButtonProps {
  readonly label: string;
  readonly ask: Parameters<ReturnType<typeof useCommand<null>>['run']>[0];
  readonly kind?: 'filled' | 'outlined';
  readonly icon?: typeof Download;
  readonly describedBy?: string;
  readonly onStart?: () => void;
}

/** A button for one command, with its failure below. */
function CommandButton({ label, ask, kind = 'filled', onStart, ...rest }: CommandButtonProps) {
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  return (
    <>
      <Button
        kind={kind}
        wait={wait}
        busyLabel={label}
        onClick={() => {
          onStart?.();
          void command.run(ask);
        }}
        {...rest}
      >
        {label}
      </Button>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="launch" />
      )}
    </>
  );
}

interface UpdateNoticeProps {
  readonly version: string;
  readonly notes: string;
  /** Whether to show an update button. Otherwise the main button updates. */
  readonly offered: boolean;
  readonly onStart: () => void;
}

function UpdateNotice({ version, notes, offered, onStart }: UpdateNoticeProps) {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy().delivery;
  const [open, setOpen] = useState(false);
  const update = useCommand<null>();
  const wait = useWait(update.pending);
  const id = useId();
  return (
    <div className="news">
      <div className="news-head">
        <p className="headline">{fill(copy.newer, { version })}</p>
        <div className="news-acts">
          {notes !== '' && (
            <button
              type="button"
              className="button quiet"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {copy.whatsNew}
            </button>
          )}
          {offered && (
            <Button
              kind="quiet"
              wait={wait}
              busyLabel={copy.update}
              disabled={!allows(session.phase, 'installProgram')}
              onClick={() => {
                onStart();
                void update.run(() => bridge.installProgram({}));
              }}
            >
              {copy.update}
            </Button>
          )}
        </div>
      </div>
      {update.failure !== null && (
        <FailureBox key={update.failure.reportId} failure={update.failure} moment="launch" />
      )}
      {/* SECURITY: the publisher's notes are rendered as plain text. */}
      <p id={id} className="notes" dir="auto" hidden={!open}>
        {notes}
      </p>
    </div>
  );
}
