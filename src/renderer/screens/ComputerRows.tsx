// List of computers of an account: name, system and last use.
import type { ReactNode } from 'react';
import type { BoundComputer } from '@latchkey/client/facts.ts';
import { Row, Rows, type RowProps } from '@latchkey/kit/Rows.tsx';
import { computerFacts, offlineText } from '../../copy/computer-texts.ts';
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
  /** Its name in the list, from `computerNames`. */
  readonly name: string;
}

export function ComputerRow({ computer, name, children, ...rest }: ComputerRowProps) {
  const copy = useCopy();
  const now = useServiceNow();
  const facts = computerFacts(copy, computer, now);
  const offline = offlineText(copy, computer, now);
  return (
    <Row name={name} {...rest}>
      {facts !== '' && <p className="small">{facts}</p>}
      {offline !== null && <p className="small">{offline}</p>}
      {children}
    </Row>
  );
}
