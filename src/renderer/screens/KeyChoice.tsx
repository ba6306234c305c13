// Form with the license key field and one button for each available action.
import { useId, useRef, useState } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import type { Failure } from '../../shared/failure.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import { useFaults, type FieldName, type Slips } from '../ui/form-faults.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { KeyField } from './KeyField.tsx';
import type { KeyText } from './use-key-text.ts';

export type KeyWay = 'register' | 'redeem' | 'keySignIn';

export interface KeyChoiceProps {
  /** The available actions, at least one. The first is the main button. */
  readonly ways: readonly KeyWay[];
  readonly keyText: KeyText;
  /** The failure of the last attempt to create an account with this key. */
  readonly refused: Failure | null;
  readonly choose: (way: KeyWay) => void;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['key'];

/** Suggests signing in with the key if the key has already been used. */
function slipOf(refused: Failure | null, ways: readonly KeyWay[]): Slips | null {
  return refused?.code === 'key-used' && ways.includes('keySignIn')
    ? { key: ({ keyDoor }) => keyDoor.usedOrAlone }
    : null;
}

export function KeyChoice({ ways, keyText, refused, choose, close }: KeyChoiceProps) {
  const copy = useCopy().keyDoor;
  const [first = 'register', ...others] = ways;
  const field = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState(false);
  const [slips, setSlips] = useState<Slips | null>(slipOf(refused, ways));
  const faults = useFaults(edited ? null : refused, 'register', fields, slips);
  const press = (way: KeyWay) => {
    const { slip } = keyText.settle();
    setEdited(true);
    setSlips(slip === null ? null : { key: slip });
    if (slip === null) choose(way);
    else field.current?.focus();
  };
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead}
      faults={faults}
      pending={false}
      label={copy.ways[first].label}
      verb={copy.ways[first].label}
      until={null}
      submit={() => press(first)}
      leave={close}
      more={<OtherWays first={copy.ways[first].text} others={others} press={press} />}
      links={<BackLink back={close} />}
    >
      <KeyField
        field={field}
        text={keyText}
        readOnly={false}
        fault={faults.of('key')}
        onSlip={(slip) => {
          setEdited(true);
          setSlips(slip === null ? null : { key: slip });
        }}
      />
    </FormScreen>
  );
}

interface OtherWaysProps {
  /** Explains the action of the main button. */
  readonly first: string;
  readonly others: readonly KeyWay[];
  readonly press: (way: KeyWay) => void;
}

function OtherWays({ first, others, press }: OtherWaysProps) {
  return (
    <div className="ways">
      <p className="small">{first}</p>
      {others.map((way) => (
        <OtherWay key={way} way={way} press={press} />
      ))}
    </div>
  );
}

interface OtherWayProps {
  readonly way: KeyWay;
  readonly press: (way: KeyWay) => void;
}

function OtherWay({ way, press }: OtherWayProps) {
  const { label, text } = useCopy().keyDoor.ways[way];
  const id = useId();
  return (
    <>
      <Button kind="outlined" describedBy={id} onClick={() => press(way)}>
        {label}
      </Button>
      <p className="small" id={id}>
        {text}
      </p>
    </>
  );
}
