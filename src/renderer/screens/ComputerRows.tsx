// List of computers of an account: name, system and last use.
import type { ReactNode } from 'react';
import type { BoundComputer } from '@latchkey/client/facts.ts';
import { Row, Rows, type RowProps } from '@latchkey/kit/Rows.tsx';
import { computerFacts, computerName } from '../../copy/computer-texts.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { useServiceNow } from '../ui/use-service-now.ts';

/** A list without a heading, for a screen whose title introduces it. */
export function ComputerRows({ children }: { readonly children: ReactNode }) {
  return (
    <section className="sheet" aria-label={useCopy().removal.list}>
      <Rows>{children}</Rows>
    </section>
  );
}

export interface ComputerRowProps extends Pick<RowProps, 'mark' | 'tool' | 'children'> {
  readonly computer: BoundComputer;
}

export function ComputerRow({ computer, children, ...rest }: ComputerRowProps) {
  const copy = useCopy();
  const facts = computerFacts(copy, computer, useServiceNow());
  return (
    <Row name={computerName(copy, computer.name)} {...rest}>
      {facts !== '' && <p className="small">{facts}</p>}
      {children}
    </Row>
  );
}
