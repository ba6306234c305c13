// Menu of the installed program: repair, move to another folder, and uninstall.
import { useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fill } from '../../copy/sentences.ts';
import { bytesInWords } from '../../copy/task-words.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Menu, type MenuItem } from '@latchkey/kit/Menu.tsx';
import { FailureBox } from './FailureBox.tsx';
import { allows } from '../../shared/phases.ts';
import type { Program } from '../../shared/program.ts';

export function ProgramMenu({ program }: { readonly program: Program }) {
  const { bridge, info } = useParts();
  const words = useCopy().delivery;
  const command = useCommand<null>();
  const [asking, setAsking] = useState(false);
  const brand = info.brand.name;
  const items = useItems(program, {
    repair: () => void command.run(() => bridge.repairProgram({})),
    move: () => void command.run(() => bridge.moveProgram({})),
    uninstall: () => setAsking(true),
  });
  return (
    <>
      <div className="program-menu">
        {items.length > 0 && (
          <Menu
            buttonLabel={fill(words.more, { brand })}
            label={fill(words.more, { brand })}
            items={items}
            head={<bdi>{brand}</bdi>}
            foot={fill(words.folder, { folder: program.folder })}
          >
            <span>{words.moreShort}</span>
          </Menu>
        )}
      </div>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="launch" />
      )}
      {asking && (
        <UninstallQuestion
          size={program.size ?? 0}
          keep={() => setAsking(false)}
          uninstall={() => {
            setAsking(false);
            void command.run(() => bridge.uninstallProgram({}));
          }}
        />
      )}
    </>
  );
}

interface UninstallQuestionProps {
  readonly size: number;
  readonly keep: () => void;
  readonly uninstall: () => void;
}

function UninstallQuestion({ size, keep, uninstall }: UninstallQuestionProps) {
  const { brand } = useParts().info;
  const copy = useCopy();
  const words = copy.delivery;
  return (
    <Dialog
      title={fill(words.uninstallTitle, { brand: brand.name })}
      text={fill(words.uninstallText, { size: bytesInWords(copy, size) })}
      onLeave={keep}
    >
      <Button kind="outlined" onClick={keep}>
        {words.keep}
      </Button>
      <Button kind="filled" onClick={uninstall}>
        {words.uninstall}
      </Button>
    </Dialog>
  );
}

interface Acts {
  readonly repair: () => void;
  readonly move: () => void;
  readonly uninstall: () => void;
}

function useItems(program: Program, acts: Acts): readonly MenuItem[] {
  const { info, session } = useParts();
  const words = useCopy().delivery;
  const { installed, next, movable } = program;
  const appRunning = !allows(session.phase, 'repairProgram');
  const off = (busy: boolean) =>
    appRunning ? fill(words.running, { brand: info.brand.name }) : busy ? words.busy : null;
  const any = session.tasks.length > 0;
  const taskRunning = session.tasks.some(({ state }) => state === 'running');
  return [
    ...(installed !== null && next !== 'repair'
      ? [{ label: words.repair, offBecause: off(any), choose: acts.repair }]
      : []),
    ...(movable
      ? [{ label: words.chooseFolder, offBecause: off(taskRunning), choose: acts.move }]
      : []),
    ...(installed !== null
      ? [{ label: words.uninstall, offBecause: off(any), choose: acts.uninstall }]
      : []),
  ];
}
