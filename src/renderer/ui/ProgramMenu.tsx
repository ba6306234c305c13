// Menu of the installed program: repair, move to another folder, and uninstall.
import { useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Command } from '../bridge/use-command.ts';
import { repairLabel } from '../../copy/program-state.ts';
import { fill } from '../../copy/sentences.ts';
import { formatBytes } from '../../copy/task-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Menu, type MenuItem } from '@latchkey/kit/Menu.tsx';
import { allows, offlineIn } from '../../shared/phases.ts';
import type { Program } from '../../shared/program.ts';

export interface ProgramMenuProps {
  readonly program: Program;
  /** The parent's command, which shows its failure. */
  readonly command: Command<null>;
}

export function ProgramMenu({ program, command }: ProgramMenuProps) {
  const { bridge, info } = useLoaderContext();
  const texts = useCopy().delivery;
  const [isConfirming, setIsConfirming] = useState(false);
  const brand = info.brand.name;
  const items = useItems(program, {
    repair: () => void command.run(() => bridge.repairProgram({})),
    move: () => void command.run(() => bridge.moveProgram({})),
    uninstall: () => setIsConfirming(true),
  });
  return (
    <>
      <div className="program-menu">
        {items.length > 0 && (
          <Menu
            buttonLabel={fill(texts.more, { brand })}
            label={fill(texts.more, { brand })}
            items={items}
            head={<bdi>{brand}</bdi>}
            foot={fill(texts.folder, { folder: program.folder })}
          >
            <span>{texts.moreShort}</span>
          </Menu>
        )}
      </div>
      {isConfirming && (
        <UninstallQuestion
          size={program.size ?? 0}
          keep={() => setIsConfirming(false)}
          uninstall={() => {
            setIsConfirming(false);
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

export function UninstallQuestion({ size, keep, uninstall }: UninstallQuestionProps) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const texts = copy.delivery;
  return (
    <Dialog
      title={fill(texts.uninstallTitle, { brand: brand.name })}
      text={fill(texts.uninstallText, { size: formatBytes(copy, size) })}
      onLeave={keep}
    >
      <Button kind="outlined" onClick={keep}>
        {texts.keep}
      </Button>
      <Button kind="filled" danger onClick={uninstall}>
        {texts.uninstall}
      </Button>
    </Dialog>
  );
}

interface MenuActions {
  readonly repair: () => void;
  readonly move: () => void;
  readonly uninstall: () => void;
}

function useItems(program: Program, actions: MenuActions): readonly MenuItem[] {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.delivery;
  const { installed, next, movable } = program;
  const appRunning = !allows(session.phase, 'repairProgram');
  const disabledReasonOf = (busy: boolean) =>
    appRunning ? fill(texts.running, { brand: info.brand.name }) : busy ? texts.busy : null;
  const hasTask = session.tasks.length > 0;
  const taskRunning = session.tasks.some(({ state }) => state === 'running');
  if (offlineIn(session.phase) !== null) return [];
  return [
    ...(installed !== null && next !== 'repair'
      ? [
          {
            label: repairLabel(copy, program),
            disabledReason: disabledReasonOf(hasTask),
            choose: actions.repair,
          },
        ]
      : []),
    ...(movable
      ? [
          {
            label: texts.chooseFolder,
            disabledReason: disabledReasonOf(taskRunning),
            choose: actions.move,
          },
        ]
      : []),
    ...(installed !== null
      ? [
          {
            label: texts.uninstall,
            danger: true,
            disabledReason: disabledReasonOf(hasTask),
            choose: actions.uninstall,
          },
        ]
      : []),
  ];
}
