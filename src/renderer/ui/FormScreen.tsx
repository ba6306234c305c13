// Layout of all forms: title, fields, submit button, failures and links. A text that appears later
// never moves the button. Enter goes to the next empty field, then submits; Escape cancels.
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import type { FirstCopy } from '../../copy/copy.ts';
import { formatTimeRoundedUp } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import type { FormErrors } from './form-errors.tsx';
import { BackArrow } from './BackArrow.tsx';
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
  /** Shown above the title, such as the step. */
  readonly above?: string;
  readonly lead: ReactNode;
  readonly errors: FormErrors;
  readonly pending: boolean;
  readonly label: string;
  /** The label of the submit button while a command is in flight. */
  readonly busyLabel: string;
  /** Removes something, so the submit button is red. */
  readonly danger?: true;
  /** The time of the next allowed attempt in unix milliseconds; null allows one now. */
  readonly until: number | null;
  readonly submit: () => void;
  /** Called for Escape while nothing is in flight. */
  readonly leave?: () => void;
  /** Shows a back control above the title. It does the same as Escape. */
  readonly backAtTop?: true;
  /** Set to focus the title instead of the first field, so that users read the text first. */
  readonly initialFocus?: 'title';
  /** The fields. They show their own errors. */
  readonly children: ReactNode;
  readonly more?: ReactNode;
  readonly links: ReactNode;
}

export function FormScreen({ errors, pending, until, submit, leave, ...rest }: FormScreenProps) {
  const { bridge, announce } = useFirstContext();
  const copy = useFirstCopy();
  const wait = useWait(pending);
  const focusesTitle = rest.initialFocus === 'title';
  const form = useArrivalFocus<HTMLFormElement>(focusesTitle ? titleOf : firstEmptyField);
  const [isEarly, setIsEarly] = useState(false);
  const id = useId();
  useTitle(rest.title);
  useShownFailure(errors.below?.failure ?? null);
  const back = pending ? () => void bridge.cancel({}) : leave;
  useEscape(back !== undefined, () => back?.());
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const next = emptyFieldAfterFocus(event.currentTarget);
    if (next !== null) {
      next.focus();
      return;
    }
    const isTooEarly = until !== null && until > Date.now();
    setIsEarly(isTooEarly);
    // Announce on every press, even if the text is the same.
    if (isTooEarly) announce(earlyText(copy, until));
    else submit();
  };
  return (
    <form
      className="column form appear"
      ref={form}
      noValidate
      aria-busy={pending}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onSubmit={onSubmit}
    >
      {rest.backAtTop === true && back !== undefined && <BackArrow back={back} />}
      <FormHeading {...rest} id={id} takesFocus={focusesTitle} />
      {rest.children}
      <div className="submit">
        <SubmitButton {...buttonOf(rest)} wait={wait} until={until} />
      </div>
      {isEarly && until !== null && !saysWhen(errors) && <EarlyNotice until={until} />}
      {errors.below?.element}
      {rest.more}
      <WaitLine wait={wait} busyLabel={rest.busyLabel}>
        {rest.links}
      </WaitLine>
    </form>
  );
}

function buttonOf({ label, busyLabel, danger = false }: ButtonProps) {
  return { label, busyLabel, danger };
}

interface ButtonProps extends Pick<FormScreenProps, 'label' | 'busyLabel'> {
  readonly danger?: boolean;
}

interface FormHeadingProps extends Pick<FormScreenProps, 'title' | 'above' | 'lead'> {
  readonly id: string;
  readonly takesFocus: boolean;
}

function FormHeading({ id, title, above, lead, takesFocus }: FormHeadingProps) {
  return (
    <div className="head-of-form">
      {above !== undefined && <p className="small">{above}</p>}
      <h1 id={`${id}-title`} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h1>
      <p className="lead" id={`${id}-lead`}>
        {lead}
      </p>
    </div>
  );
}

/** Returns whether the failure's text already has the time of the next attempt. */
function saysWhen({ below }: FormErrors): boolean {
  return below?.failure.code === 'rate-limited';
}

/** Returns the text after an early submit. `until` is in unix milliseconds. */
function earlyText(copy: FirstCopy, until: number): string {
  return fill(copy.waiting.notYet, { time: formatTimeRoundedUp(copy, until) });
}

/** Shows the text after an early submit until the next attempt is allowed. */
function EarlyNotice({ until }: { readonly until: number }) {
  const copy = useFirstCopy();
  return until > useNow(1000) && <p className="small not-yet">{earlyText(copy, until)}</p>;
}

function titleOf(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector('h1');
}

function fieldsOf(form: HTMLFormElement): readonly HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('.box > :is(input, textarea)')];
}

/** Returns the required, empty field below the filled field in which Enter was pressed, or null. */
function emptyFieldAfterFocus(form: HTMLFormElement): HTMLElement | null {
  const fields = fieldsOf(form);
  const focused = fields.find((field) => field === document.activeElement);
  if (focused === undefined || focused.value === '') return null;
  const next = fields[fields.indexOf(focused) + 1];
  return next?.value === '' && next.ariaRequired !== 'false' ? next : null;
}

function firstEmptyField(form: HTMLFormElement): HTMLElement | null {
  const fields = fieldsOf(form);
  return fields.find((field) => field.value === '') ?? fields[0] ?? null;
}
