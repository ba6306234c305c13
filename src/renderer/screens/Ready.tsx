// Main screen of a signed-in user: program, tasks, subscriptions and announcement.
import { Megaphone } from 'lucide';
import { useId, useLayoutEffect, type RefObject } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useIsChatOffered, useIsOffered } from '../bridge/use-offered.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckLine } from '../ui/CheckLine.tsx';
import { ExpiryNotices } from '../ui/ExpiryNotices.tsx';
import { LaunchCountdown } from '../ui/LaunchCountdown.tsx';
import { LaunchButton } from '../ui/LaunchButton.tsx';
import { Cover } from '../ui/Cover.tsx';
import { ProgramActions, programState } from '../ui/ProgramActions.tsx';
import { ProgramMenu } from '../ui/ProgramMenu.tsx';
import { TaskCard } from '../ui/TaskCard.tsx';
import { Subscriptions } from '../ui/Subscriptions.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useAnnouncement } from '../ui/use-live-region.ts';
import { useServiceNow } from '../ui/use-service-now.ts';
import { useTitle } from '../ui/use-title.ts';
import { Stage } from '../Stage.tsx';
import type { LocalForm } from '../phase-facts.ts';
import { allows, type PhaseInGroup } from '../../shared/phases.ts';
import { Icon } from '@latchkey/kit/Icon.tsx';

export type ReadyPhase = PhaseInGroup<'inside'>;

export interface ReadyProps {
  readonly phase: ReadyPhase;
  readonly open: (form: LocalForm) => void;
}

/** Short enough to show the remaining minutes correctly. */
const redrawEveryMs = 20_000;

export function Ready({ phase, open }: ReadyProps) {
  const { ready: copy, chat } = useCopy();
  const now = useServiceNow(redrawEveryMs);
  const { tasks } = useLoaderContext().session;
  const isOffered = useIsOffered();
  const isChatOffered = useIsChatOffered();
  const { dates } = phase.account;
  const home = useArrivalFocus<HTMLDivElement>(mainAction);
  useRefocusAfterExit(home, phase.kind);
  const id = useId();
  return (
    <div className="home" ref={home}>
      <HomeCover kind={phase.kind} id={id} />
      <Stage>
        <div className="column wide appear">
          {dates === 'current' && <ExpiryNotices now={now} />}
          <LaunchCard kind={phase.kind} describedBy={id} />
          {tasks.map((task) => (
            <TaskCard key={task.id} task={task} />
          ))}
          <Subscriptions {...phase.account} now={now} />
          <CheckLine />
          {phase.announcement !== null && <Announcement text={phase.announcement} />}
          {allows(phase, 'redeem') && isOffered('redeem') && (
            <Button kind="outlined" onClick={() => open('redeem')}>
              {copy.redeem}
            </Button>
          )}
          {isChatOffered && (
            <Button kind="outlined" onClick={() => open('chat')}>
              {chat.title}
            </Button>
          )}
        </div>
      </Stage>
    </div>
  );
}

/** The program's name and state. `id`: of the state, which describes the main action. */
function HomeCover({ kind, id }: { readonly kind: ReadyPhase['kind']; readonly id: string }) {
  const { info, session } = useLoaderContext();
  const { program } = session;
  const texts = useCopy();
  const copy = texts.ready;
  const state = { ready: copy.ready, launching: copy.starting, running: copy.running }[kind];
  const running = fill(copy.runningTitle, { name: info.brand.name });
  useTitle(kind === 'running' ? running : state);
  return (
    <Cover place="above">
      <h1 tabIndex={-1} aria-describedby={id}>
        <bdi>{info.brand.name}</bdi>
      </h1>
      <p className="small" id={id}>
        {kind === 'ready' && program !== null ? programState(texts, program) : state}
      </p>
    </Cover>
  );
}

interface LaunchCardProps {
  readonly kind: ReadyPhase['kind'];
  readonly describedBy: string;
}

function LaunchCard({ kind, describedBy }: LaunchCardProps) {
  const { info, session } = useLoaderContext();
  const { program, tasks } = session;
  const copy = useCopy().ready;
  const running = fill(copy.runningTitle, { name: info.brand.name });
  useAnnouncement(kind === 'running' ? running : null);
  return (
    <section className="sheet card">
      {kind === 'running' ? (
        <Running title={running} />
      ) : program === null ? (
        <LaunchButton describedBy={describedBy} />
      ) : (
        <ProgramActions program={program} tasks={tasks} describedBy={describedBy} />
      )}
      {program !== null && <ProgramMenu program={program} />}
      <LaunchCountdown />
    </section>
  );
}

function Running({ title }: { readonly title: string }) {
  const copy = useCopy().ready;
  return (
    <div className="running">
      <span className="dot" aria-hidden="true" />
      <p>
        <span className="headline">{title}</span>
        <span className="small">{copy.runningText}</span>
      </p>
    </div>
  );
}

/** Returns the filled button, or the heading if there is no filled button. */
function mainAction(home: HTMLElement): HTMLElement | null {
  return home.querySelector<HTMLElement>('.filled') ?? home.querySelector('h1');
}

/** Returns the focus to the main button after the app has ended. */
function useRefocusAfterExit(home: RefObject<HTMLElement | null>, kind: ReadyPhase['kind']): void {
  useLayoutEffect(() => {
    const element = home.current;
    if (kind !== 'ready' || element === null) return;
    if (document.activeElement === element.querySelector('h1')) mainAction(element)?.focus();
  }, [home, kind]);
}

function Announcement({ text }: { readonly text: string }) {
  const copy = useCopy().ready;
  return (
    <section className="announcement" aria-label={copy.announcement}>
      <Icon icon={Megaphone} size={19} />
      <p dir="auto">{text}</p>
    </section>
  );
}
