// The second step: one field for six digits. Submits by itself after a paste or autofill of six digits, once, and never
// after an error. SECURITY: the code is dropped with the submit.
import { useRef, useState, type ChangeEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { useLaterCopy } from '../bridge/later-copy.ts';
import { useCommand } from '../bridge/use-command.ts';
import { digits } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { codeLength } from '../../shared/limits.ts';
import { cleanCode } from '../input/clean-code.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import type { FieldName, Slip } from '../ui/form-faults.ts';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { useFaults } from '../ui/use-faults.tsx';

const fields: readonly FieldName[] = ['code'];

function slipIn({ length }: string): Slip | null {
  if (length === codeLength) return null;
  if (length < codeLength) return ({ code }) => code.short;
  return (copy) => fill(copy.code.long, { count: digits(copy, length) });
}

const onlyDigits: Slip = ({ code }) => code.onlyDigits;

/** A paste, a drop, or an autofill, which carries no input type. */
function cameWhole(event: ChangeEvent): boolean {
  const { nativeEvent } = event;
  if (!(nativeEvent instanceof InputEvent)) return true;
  return ['insertFromPaste', 'insertFromDrop', 'insertReplacementText', ''].includes(
    nativeEvent.inputType,
  );
}

function useCode() {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const [code, setCode] = useState('');
  const [slip, setSlip] = useState<Slip | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const mayStartItself = useRef(true);

  const submit = async (wanted: string) => {
    const found = slipIn(wanted);
    setSlip(() => found);
    if (found !== null) {
      field.current?.focus();
      return;
    }
    mayStartItself.current = false;
    setCode('');
    const answer = await command.run(() => bridge.submitCode({ code: wanted }));
    if (answer?.ok === false) field.current?.focus();
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const reading = cleanCode(event.currentTarget.value);
    setCode(reading.code);
    setSlip(() => (reading.other ? onlyDigits : null));
    const whole = reading.code.length === codeLength && cameWhole(event);
    if (whole && mayStartItself.current) void submit(reading.code);
  };
  return { command, code, slip, field, submit, edit };
}

export function OneTimeCode({ username }: { readonly username: string }) {
  const { bridge, info } = useParts();
  const { command, code, slip, field, submit, edit } = useCode();
  const { code: copy, links } = useLaterCopy();
  const faults = useFaults(command.failure, 'code', fields, slip === null ? null : { code: slip });
  return (
    <FormScreen
      title={copy.title}
      lead={<Sentence text={copy.lead} name={username} />}
      faults={faults}
      pending={command.pending}
      label={copy.submit}
      verb={copy.verb}
      until={retryTimeOf(command.failure)}
      submit={() => void submit(code)}
      links={
        <span className="apart">
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {copy.back}
          </Button>
          {info.links.contact === undefined ? (
            <span className="small">{fill(links.noContact, { brand: info.brand.name })}</span>
          ) : (
            <LinkButton name="contact" kind="quiet" label={links.lostDevice} />
          )}
        </span>
      }
    >
      <Field
        label={copy.label}
        ref={field}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        readOnly={command.pending}
        {...faults.of('code')}
        onChange={edit}
      />
    </FormScreen>
  );
}
