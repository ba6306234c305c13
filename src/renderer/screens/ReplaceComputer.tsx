// Screen for a sign-in for which no seat is free: the user removes another computer and continues
// here.
import { useState } from 'react';
import type { BoundComputer } from '@latchkey/client/facts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait, type WaitStage } from '@latchkey/kit/use-wait.ts';
import { computerNames, removalEffect, removalsText } from '../../copy/computer-texts.ts';
import { fill, pluralize } from '../../copy/sentences.ts';
import type { ComputerRemoval } from '../../shared/computers.ts';
import type { Phase } from '../../shared/session.ts';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { type Command, useCommand } from '../bridge/use-command.ts';
import { FailureBox } from '../ui/FailureBox.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';
import { WaitLine } from '../ui/WaitLine.tsx';
import { ComputerRow, ComputerRows } from './ComputerRows.tsx';
import { OtherOptions } from './OtherOptions.tsx';

export interface ReplaceComputerProps {
  readonly phase: Extract<Phase, { readonly kind: 'wrong-device' }>;
  readonly removal: ComputerRemoval;
}

export function ReplaceComputer({ phase, removal }: ReplaceComputerProps) {
  const copy = useCopy();
  const now = useServiceNow();
  const { removal: texts, state } = copy;
  const { command, wait, removing, remove } = useRemoval();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <StateScreen
      icon={null}
      tone="accent"
      title={texts.title}
      text={pluralize(copy.locale, texts.inUse, removal.computers.length, {})}
      situation="wrong-device"
      report={phase.report}
      facts={[{ name: state.userName, value: <bdi>{phase.username}</bdi> }]}
      actions={null}
      links={
        <>
          <OtherOptions phase={phase} names={['reset', 'contact']} />
          <Progress command={command} wait={wait} />
        </>
      }
    >
      <RemovableRows
        computers={removal.computers}
        removing={command.pending ? removing : null}
        wait={wait}
        ask={setAsked}
      />
      <p className="small">{removalsText(copy, removal, now)}</p>
      {asked !== null && (
        <Confirmation
          asked={asked}
          now={now}
          leave={() => setAsked(null)}
          confirm={() => {
            setAsked(null);
            remove(asked.computer.id);
          }}
        />
      )}
    </StateScreen>
  );
}

interface ProgressProps {
  readonly command: Command<null>;
  readonly wait: WaitStage;
}

/** The step or the failure of a removal. */
function Progress({ command: { pending, failure }, wait }: ProgressProps) {
  const { removal: texts } = useCopy();
  if (pending) return <WaitLine wait={wait} busyLabel={texts.removing} />;
  if (failure === null) return null;
  return <FailureBox key={failure.reportId} failure={failure} operation="screen" />;
}

/** A computer that the user may remove, and its name in the list. */
interface Asked {
  readonly computer: BoundComputer;
  readonly name: string;
}

interface RemovableRowsProps {
  readonly computers: readonly BoundComputer[];
  /** The id of the computer that is being removed, and how long it has taken. */
  readonly removing: string | null;
  readonly wait: WaitStage;
  readonly ask: (asked: Asked) => void;
}

function RemovableRows({ computers, removing, wait, ask }: RemovableRowsProps) {
  const names = computerNames(useCopy(), computers);
  return (
    <ComputerRows>
      {computers.map((computer, index) => {
        const asked = { computer, name: names[index] ?? computer.name };
        return (
          <RemovableRow
            key={computer.id}
            {...asked}
            isDisabled={removing !== null && removing !== computer.id}
            wait={removing === computer.id ? wait : 'none'}
            ask={() => ask(asked)}
          />
        );
      })}
    </ComputerRows>
  );
}

interface RemovableRowProps extends Asked {
  readonly isDisabled: boolean;
  readonly wait: WaitStage;
  readonly ask: () => void;
}

function RemovableRow({ computer, name, isDisabled, wait, ask }: RemovableRowProps) {
  const { removal: texts } = useCopy();
  const label = fill(texts.removeOne, { name });
  return (
    <ComputerRow
      computer={computer}
      name={name}
      tool={
        <Button
          kind="outlined"
          danger
          disabled={isDisabled}
          wait={wait}
          busyLabel={texts.removing}
          {...(wait === 'none' && { label })}
          onClick={ask}
        >
          {texts.remove}
        </Button>
      }
    />
  );
}

function useRemoval() {
  const { bridge } = useLoaderContext();
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  const [removing, setRemoving] = useState<string | null>(null);
  useEscape(command.pending, () => void askBridge(bridge.cancel({})));
  const remove = (id: string) => {
    setRemoving(id);
    void command.run(() => bridge.removeComputer({ id }));
  };
  return { command, wait, removing, remove };
}

interface ConfirmationProps {
  readonly asked: Asked;
  /** The service's time, if known. */
  readonly now: number | null;
  readonly leave: () => void;
  readonly confirm: () => void;
}

function Confirmation({ asked: { computer, name }, now, leave, confirm }: ConfirmationProps) {
  const copy = useCopy();
  const { removal: texts } = copy;
  const text = removalEffect(copy, computer, now);
  return (
    <Dialog title={fill(texts.confirmTitle, { name })} text={text} onLeave={leave}>
      <Button kind="outlined" onClick={leave}>
        {texts.keep}
      </Button>
      <Button kind="filled" danger onClick={confirm}>
        {computer.isSeatHeld ? texts.remove : texts.confirm}
      </Button>
    </Dialog>
  );
}
