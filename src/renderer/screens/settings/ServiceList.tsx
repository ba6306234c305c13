// A sheet with a list from the service: its state, its rows and the failure of reading it.
import type { ReactNode, Ref } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useCopy } from '../../bridge/loader-context.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import type { ServiceListState } from './use-list.ts';

export interface ServiceListProps<Entry> {
  readonly title: string;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly text?: string;
  readonly readingText: string;
  readonly state: ServiceListState<Entry>;
  readonly row: (entry: Entry, index: number) => ReactNode;
  /** Shown below the rows. */
  readonly children?: ReactNode;
}

export function ServiceList<Entry>({
  title,
  titleRef,
  text,
  readingText,
  state: { list, command, canRead, readNow },
  row,
  children,
}: ServiceListProps<Entry>) {
  const { computers: copy } = useCopy();
  const busyReason = useBusyReason();
  const { failure, pending } = command;
  return (
    <Sheet
      title={title}
      titleRef={titleRef}
      below={
        <>
          {text !== undefined && <p className="small">{text}</p>}
          {!canRead && <p className="small">{busyReason}</p>}
          {canRead && list === null && pending && <p className="small">{readingText}</p>}
          {failure !== null && (
            <>
              <FailureBox key={failure.reportId} failure={failure} operation="screen" />
              <Tools>
                <Button kind="quiet" onClick={() => void readNow()}>
                  {copy.again}
                </Button>
              </Tools>
            </>
          )}
        </>
      }
    >
      {list !== null && list.length > 0 && <Rows>{list.map(row)}</Rows>}
      {children}
    </Sheet>
  );
}
