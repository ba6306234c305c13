// Layout of all forms: title, fields, submit button, failures and links. A text that appears later
// never moves the button. Enter submits; Escape cancels.
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { retryAtOf, type Failure } from '../../shared/failure.ts';
import type { Copy } from '../../copy/copy.ts';
import { timeFrom } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import type { FormFaults } from './form-faults.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useTitle } from './use-title.ts';
import { useShownFailure } from './use-shown-failure.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface FormScreenProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly faults: FormFaults;
  readonly pending: boolean;
  readonly label: string;
  /** The label of the submit button while a command is in flight. */
  readonly verb: string;
  /** The time of the next allowed attempt in unix milliseconds; null allows one now. */
  readonly until: number | null;
  readonly submit: () => void;
  /** Called for Escape while nothing is in flight. */
  readonly leave?: () => void;
  /** Set to focus the title instead of the first field, so that users read the text first. */
  readonly arriveAt?: 'title';
  /** The fields. They show their own errors. */
  readonly children: ReactNode;
  readonly more?: ReactNode;
  readonly links: ReactNode;
}

export function FormScreen({ faults, pending, until, submit, leave, ...rest }: FormScreenProps) {
  const { bridge, announce } = useParts();
  const copy = useCopy();
  const wait = useWait(pending);
  const atTitle = rest.arriveAt === 'title';
  const form = useArrivalFocus<HTMLFormElement>(atTitle ? titleOf : firstEmptyField);
  const [early, setEarly] = useState(false);
  const id = useId();
  useTitle(rest.title);
  useShownFailure(faults.below?.failure ?? null);
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
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (pending) return;
        const early = until !== null && until > Date.now();
        setEarly(early);
        // Announce on every press, even if the text is the same.
        if (early) announce(notYet(copy, until));
        else submit();
      }}
    >
      <HeadOfForm id={id} title={rest.title} lead={rest.lead} takesFocus={atTitle} />
      {rest.children}
      <div className="submit">
        <SubmitButton label={rest.label} verb={rest.verb} wait={wait} until={until} />
      </div>
      {early && until !== null && <NotYet until={until} />}
      {faults.below?.drawn}
      {rest.more}
      <WaitLine wait={wait} verb={rest.verb}>
        {rest.links}
      </WaitLine>
    </form>
  );
}

interface HeadOfFormProps extends Pick<FormScreenProps, 'title' | 'lead'> {
  readonly id: string;
  readonly takesFocus: boolean;
}

function HeadOfForm({ id, title, lead, takesFocus }: HeadOfFormProps) {
  return (
    <div className="head-of-form">
      <h1 id={`${id}-title`} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h1>
      <p className="lead" id={`${id}-lead`}>
        {lead}
      </p>
    </div>
  );
}

/** Returns the text after an early submit. `until` is in unix milliseconds. */
function notYet(copy: Copy, until: number): string {
  return fill(copy.waiting.notYet, { time: timeFrom(copy, until) });
}

/** Shows the text after an early submit until the next attempt is allowed. */
function NotYet({ until }: { readonly until: number }) {
  const copy = useCopy();
  return until > useNow(1000) && <p className="small not-yet">{notYet(copy, until)}</p>;
}

function titleOf(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector('h1');
}

function firstEmptyField(form: HTMLFormElement): HTMLElement | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('.box > :is(input, textarea)')];
  return fields.find((field) => field.value === '') ?? fields[0] ?? null;
}

/** Returns the next allowed attempt, or null. `server-down` delays only automatic retries. */
export function retryTimeOf(failure: Failure | null): number | null {
  return failure === null || failure.code === 'server-down' ? null : retryAtOf(failure);
}
