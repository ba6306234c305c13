// Layout of a screen with an account state: icon, title, text, actions, facts and support code.
import type { IconNode } from 'lucide';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import type { Report } from '../../shared/failure.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { SellerQuote } from './SellerQuote.tsx';
import { SupportLine } from './SupportLine.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useTitle } from './use-title.ts';
import { Icon } from '@latchkey/kit/Icon.tsx';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

export interface StateScreenProps {
  /** Null for a screen that needs the room for its content. */
  readonly icon: IconNode | null;
  readonly tone: 'warning' | 'danger' | 'accent' | 'neutral' | 'good';
  /** Set if the user has gained something. An animation then draws the check icon. */
  readonly isSuccess?: true;
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
  /** The filled button, then at most one outlined button. */
  readonly actions: ReactNode;
  readonly links?: ReactNode;
  readonly facts?: readonly Fact[];
  /** The last part, which may appear later. */
  readonly below?: ReactNode;
  /** Null if the screen shows no failure, for example a receipt. */
  readonly report: Report | null;
  /** The name of this state in the copied details. */
  readonly situation: string;
}

export function StateScreen({ icon, tone, title, text, report, ...rest }: StateScreenProps) {
  const copy = useCopy().support;
  const heading = useArrivalFocus<HTMLHeadingElement>();
  const id = useId();
  useTitle(title);
  const facts = rest.facts ?? [];
  return (
    <div className="column state appear">
      {icon !== null && (
        <span className={`tile ${tone} ${rest.isSuccess === true ? 'success' : ''}`.trimEnd()}>
          <Icon icon={icon} size={27} />
        </span>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        aria-describedby={id}
        {...(rest.isSuccess === true && { onKeyDown: pressMainAction })}
      >
        {title}
      </h1>
      <p className="lead" id={id}>
        {text}
      </p>
      <SellerQuote text={report?.sellerText ?? null} />
      {rest.children}
      <div className="actions">{rest.actions}</div>
      {rest.links !== undefined && <div className="links">{rest.links}</div>}
      {(facts.length > 0 || report !== null) && (
        <dl className="facts">
          {facts.map(({ name, value }) => (
            <FactRow key={name} name={name} value={value} />
          ))}
          {report !== null && (
            <FactRow
              name={copy.code}
              value={<SupportLine report={report} situation={rest.situation} isLabelled />}
            />
          )}
        </dl>
      )}
      {rest.below}
    </div>
  );
}

/** After a success, Enter presses the main button. A key that is still down from the form before does not. */
function pressMainAction(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.repeat) return;
  // The same press must not reach the button that the next screen focuses.
  event.preventDefault();
  event.currentTarget.parentElement?.querySelector<HTMLElement>('.actions .filled')?.click();
}

function FactRow({ name, value }: Fact) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
