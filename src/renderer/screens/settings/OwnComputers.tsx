// Lists the computers of the account in the settings. The user can rename this one.
import { useRef, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Copy } from '../../../copy/copy.ts';
import { computerNames, removalsText } from '../../../copy/computer-texts.ts';
import { formatNumber } from '../../../copy/dates.ts';
import { fill, joinSentences } from '../../../copy/sentences.ts';
import type { OwnComputer } from '../../../shared/computers.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useServiceNow } from '../../ui/use-service-now.ts';
import { ComputerRow } from '../ComputerRows.tsx';
import { RenameComputer } from './RenameComputer.tsx';
import { ServiceList } from './ServiceList.tsx';
import { useList } from './use-list.ts';

export function OwnComputers({ account }: { readonly account: Account }) {
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const { computers: texts } = copy;
  const state = useList<OwnComputer>('readComputers', () => bridge.readComputers({}));
  const now = useServiceNow();
  const names = computerNames(copy, state.list ?? [], info.computer);
  const title = useRef<HTMLHeadingElement>(null);
  const canRename = account.can?.includes('renamecomputer') === true;
  return (
    <ServiceList
      title={texts.title}
      titleRef={title}
      text={joinSentences(usedText(copy, account), replaceText(copy, account, now))}
      readingText={texts.reading}
      state={state}
      row={(computer, index) => (
        <OwnComputerRow
          key={computer.id}
          computer={computer}
          name={names[index] ?? computer.name}
          canRename={canRename}
          isDisabled={!state.canRead}
          setList={state.setList}
          leave={() => title.current?.focus()}
        />
      )}
    />
  );
}

interface OwnComputerRowProps {
  readonly computer: OwnComputer;
  /** Its name in the list. */
  readonly name: string;
  readonly canRename: boolean;
  readonly isDisabled: boolean;
  readonly setList: (list: readonly OwnComputer[]) => void;
  /** Moves the focus when the form to rename the computer closes. */
  readonly leave: () => void;
}

function OwnComputerRow({
  computer,
  name,
  canRename,
  isDisabled,
  setList,
  leave,
}: OwnComputerRowProps) {
  const { announce } = useLoaderContext();
  const { computers: texts } = useCopy();
  const [isRenaming, setIsRenaming] = useState(false);
  if (!computer.current) return <ComputerRow computer={computer} name={name} />;
  const close = () => {
    setIsRenaming(false);
    leave();
  };
  const renamed = (list: readonly OwnComputer[], newName: string) => {
    setList(list);
    close();
    announce(fill(texts.renamed, { name: newName }));
  };
  const rename = (
    <Button
      kind="outlined"
      disabled={isDisabled}
      label={texts.renameThis}
      onClick={() => setIsRenaming(true)}
    >
      {texts.rename}
    </Button>
  );
  return (
    <ComputerRow
      computer={computer}
      name={name}
      mark={<Chip tone="good">{texts.current}</Chip>}
      tool={canRename && !isRenaming ? rename : undefined}
    >
      {isRenaming && <RenameComputer current={computer.name} cancel={close} renamed={renamed} />}
    </ComputerRow>
  );
}

function usedText(copy: Copy, { computers }: Account): string | null {
  if (computers === undefined) return null;
  const used = formatNumber(copy, computers.used);
  return fill(copy.computers.used, { used, allowed: formatNumber(copy, computers.allowed) });
}

/** Explains how to replace a computer, and how often or from when this is possible. */
function replaceText(copy: Copy, { resets }: Account, now: number | null): string | null {
  if (resets === undefined) return null;
  const often = removalsText(copy, resets, now);
  return resets.left === 0 ? often : joinSentences(copy.computers.replace, often);
}
