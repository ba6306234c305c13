// The one layout of every form: title, what went wrong, the fields, one filled button, the links below. Enter submits once;
// Escape stops what is under way.
import type { ReactNode, SubmitEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Moment } from '../copy/words.ts';
import { FailureBox } from './FailureBox.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useEscape } from './use-escape.ts';
import { useWait } from './use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface FormScreenProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly failure: Failure | null;
  readonly moment: Moment;
  readonly pending: boolean;
  readonly label: string;
  /** Said on the button while it waits. */
  readonly verb: string;
  /** Unix milliseconds before which a try is refused; null: any time. */
  readonly until: number | null;
  readonly submit: () => void;
  /** Escape while nothing is under way. */
  readonly leave?: () => void;
  readonly children: ReactNode;
  readonly links: ReactNode;
}

export function FormScreen({ failure, pending, until, submit, leave, ...rest }: FormScreenProps) {
  const { bridge } = useParts();
  const wait = useWait(pending);
  const form = useArrivalFocus<HTMLFormElement>(firstEmptyField);
  useEscape(pending || leave !== undefined, () => {
    if (pending) void bridge.cancel({});
    else leave?.();
  });
  return (
    <form
      className="column form appear"
      ref={form}
      noValidate
      aria-busy={pending}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!pending && (until === null || until <= Date.now())) submit();
      }}
    >
      <div className="head-of-form">
        <h1>{rest.title}</h1>
        <p className="lead">{rest.lead}</p>
      </div>
      {failure !== null && (
        <FailureBox key={failure.reportId} failure={failure} moment={rest.moment} />
      )}
      {rest.children}
      <SubmitButton label={rest.label} verb={rest.verb} wait={wait} until={until} />
      <WaitLine wait={wait}>{rest.links}</WaitLine>
    </form>
  );
}

function firstEmptyField(form: HTMLFormElement): HTMLElement | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('.field input')];
  return fields.find((field) => field.value === '') ?? fields[0] ?? null;
}

/** When the service allows the next try; null when it did not say. */
export function retryTimeOf(failure: Failure | null): number | null {
  return failure?.code === 'rate-limited' ? failure.retryAt : null;
}
