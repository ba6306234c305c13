// Home screen of a signed-in user: the cover with the main control, and cards below.
import { useId, useLayoutEffect, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand, type Command } from '../bridge/use-command.ts';
import { useIsChatOffered } from '../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { AnnouncementCard } from '../ui/AnnouncementCard.tsx';
import { CheckFinding } from '../ui/CheckFinding.tsx';
import { CheckLine } from '../ui/CheckLine.tsx';
import { ExpiryNotices } from '../ui/ExpiryNotices.tsx';
import { FailureBox } from '../ui/FailureBox.tsx';
import { RedeemButton, useShowsRedeem } from '../ui/RedeemButton.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useServiceNow } from '../ui/use-service-now.ts';
import { HomeCover } from './home/HomeCover.tsx';
import { MainControl } from './home/MainControl.tsx';
import { PlanCards } from './home/PlanCards.tsx';
import { TaskCard } from './home/TaskCard.tsx';
import { UpdateCard, useShownRelease } from './home/UpdateCard.tsx';
import { Stage } from '../Stage.tsx';
import type { LocalForm } from '../phase-facts.ts';
import { factsOf, type PhaseInGroup } from '../../shared/phases.ts';
import type { Task } from '../../shared/program.ts';
import type { Session } from '../../shared/session.ts';

export type ReadyPhase = PhaseInGroup<'inside'>;

export interface ReadyProps {
  readonly phase: ReadyPhase;
  readonly open: (form: LocalForm) => void;
}

/** Short enough to show the remaining minutes correctly. */
const redrawEveryMs = 20_000;

export function Ready({ phase, open }: ReadyProps) {
  const now = useServiceNow(redrawEveryMs);
  const { session } = useLoaderContext();
  const { program, tasks } = session;
  const command = useCommand<null>();
  const updateCommand = useCommand<null>();
  const menuCommand = useCommand<null>();
  const task = taskInControl(session);
  const others = tasks.filter((one) => one !== task);
  const release = useShownRelease(program);
  const update = (release && others.find(({ kind }) => kind === 'update')) ?? null;
  const id = useId();
  const home = useArrivalFocus<HTMLDivElement>(mainAction);
  useFocusOfNewAction(home, `${phase.kind} ${program?.next ?? ''} ${task?.id ?? ''}`);
  const control = <MainControl {...{ program, task, command, menuCommand }} describedBy={id} />;
  return (
    <>
      <div className="home" ref={home}>
        <HomeCover {...{ phase, now, task, control, id }} />
        <Stage>
          <div className="home-cards appear">
            {phase.account.dates === 'current' && <ExpiryNotices now={now} />}
            <div className="home-deck">
              <PlanCards account={phase.account} now={now} redeem={() => open('redeem')} />
              {release !== null && program !== null && (
                <UpdateCard
                  {...{ release, program }}
                  command={updateCommand}
                  task={update}
                  isBusy={tasks.length > 0}
                  onStart={command.clear}
                />
              )}
              {phase.announcement !== null && (
                <AnnouncementCard announcement={phase.announcement} />
              )}
            </div>
            <CheckLine />
            <Actions phase={phase} open={open} />
            <TaskCards tasks={others.filter((other) => other !== update)} />
            {phase.offline !== undefined && <CheckFinding shown={null} />}
          </div>
        </Stage>
      </div>
      <Failures tasks={tasks} commands={[command, updateCommand, menuCommand]} />
    </>
  );
}

/** Returns the task that replaces the main button: one that runs or that the launch waits for. */
function taskInControl({ phase, program, tasks }: Session): Task | null {
  if (factsOf(phase).app === 'running') return null;
  const running = tasks.find(({ state }) => state === 'running');
  const isLaunchable = program === null || program.next === 'launch';
  return running ?? (isLaunchable ? null : (tasks[0] ?? null));
}

interface FailuresProps {
  readonly tasks: readonly Task[];
  readonly commands: readonly Command<null>[];
}

/** Among the notices, so that a failure moves no card. */
function Failures({ tasks, commands }: FailuresProps) {
  const { noticePlace } = useLoaderContext();
  const ofCommands = commands.map(({ failure }) => ({ failure, moment: 'launch' as const }));
  const ofTasks = tasks.map(({ failure }) => ({ failure, moment: 'background' as const }));
  const shown = [...ofCommands, ...ofTasks].flatMap(({ failure, moment }) =>
    failure === null ? [] : [{ failure, moment }],
  );
  if (noticePlace === null) return null;
  return createPortal(
    shown.map(({ failure, moment }) => (
      <aside className="notice" key={failure.reportId}>
        <FailureBox failure={failure} operation={moment} />
      </aside>
    )),
    noticePlace,
  );
}

/** These cards come last, so that a new task moves no other card. */
function TaskCards({ tasks }: { readonly tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  return (
    <div className="home-deck">
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} />
      ))}
    </div>
  );
}

function Actions({ phase, open }: ReadyProps) {
  const { ready: copy, chat } = useCopy();
  const { bridge } = useLoaderContext();
  const showsRedeem = useShowsRedeem();
  const isChatOffered = useIsChatOffered();
  const needsCode = phase.kind === 'ready' && phase.offline?.needsCode === true;
  if (!showsRedeem && !isChatOffered && !needsCode) return null;
  return (
    <div className="home-actions full">
      {needsCode && (
        <Button kind="outlined" onClick={() => void bridge.retry({})}>
          {copy.goOnline}
        </Button>
      )}
      <RedeemButton kind="outlined" label={copy.redeem} onClick={() => open('redeem')} />
      {isChatOffered && (
        <Button kind="outlined" onClick={() => open('chat')}>
          {chat.title}
        </Button>
      )}
    </div>
  );
}

/** Returns the main button, or the heading while a task or the program runs. */
function mainAction(home: HTMLElement): HTMLElement | null {
  const button = '.control-face .button, .main-control .task-actions.idle .button';
  return home.querySelector<HTMLElement>(button) ?? home.querySelector('h1');
}

/** Moves the focus to a new main action, unless the user is elsewhere in the window. */
function useFocusOfNewAction(home: RefObject<HTMLElement | null>, action: string): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    const element = home.current;
    if (element === null) return;
    if (isFree || activeElement?.closest('.task-actions, .control-face') !== null)
      mainAction(element)?.focus();
  }, [home, action]);
}
