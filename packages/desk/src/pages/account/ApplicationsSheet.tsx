// The applications of an owner, and a new one with what a loader and a program need of it.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { firstVersion } from '@latchkey/protocol/versions.ts';
import type { OwnAnswer } from '../../client/own.ts';
import { useCopy } from '../../copy/language.ts';
import { CopyText } from '../../parts/CopyText.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';
import { goTo, hrefOf } from '../../router/location.ts';

type Created = OwnAnswer<'createapplication'>;

export function ApplicationsSheet({ applications }: Pick<Me, 'applications'>) {
  const { newApplication: copy } = useCopy();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <Sheet title={copy.title}>
      <Rows>
        {applications.map(({ id, name }) => (
          <Row key={id}>
            <a href={hrefOf(name)}>
              <bdi>{name}</bdi>
            </a>
          </Row>
        ))}
      </Rows>
      <SheetPart>
        <div>
          <Button kind="outlined" onClick={() => setOpen(true)}>
            {copy.create}
          </Button>
        </div>
      </SheetPart>
      {isOpen && <NewApplication onCreated={setCreated} onLeave={() => setOpen(false)} />}
      {created !== null && <Ready created={created} onLeave={() => goTo(created.name)} />}
    </Sheet>
  );
}

interface NewApplicationProps {
  readonly onCreated: (created: Created) => void;
  readonly onLeave: () => void;
}

function NewApplication({ onCreated, onLeave }: NewApplicationProps) {
  const { newApplication: copy } = useCopy();
  const [name, setName] = useState('');
  const [subscription, setSubscription] = useState(copy.usualSubscription);
  const [isTried, setTried] = useState(false);
  const fields = [
    { label: copy.name, value: name, onChange: setName },
    { label: copy.subscription, value: subscription, onChange: setSubscription },
  ];
  return (
    <OwnChangeDialog
      type="createapplication"
      parameters={{ name, subscription }}
      title={copy.create}
      text={copy.text}
      submit={copy.submit}
      ready={name.trim() !== '' && subscription.trim() !== ''}
      onNotReady={() => setTried(true)}
      done={() => ''}
      onDone={onCreated}
      onLeave={onLeave}
    >
      {fields.map(({ label, value, onChange }) => {
        const isMissing = isTried && value.trim() === '';
        return (
          <Field
            key={label}
            label={label}
            value={value}
            error={isMissing ? copy.missing : null}
            wrong={isMissing}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      })}
    </OwnChangeDialog>
  );
}

interface ReadyProps {
  readonly created: Created;
  readonly onLeave: () => void;
}

function Ready({ created, onLeave }: ReadyProps) {
  const { newApplication: copy } = useCopy();
  const { name, ownerid, publicKey, sellerkey } = created;
  const service = {
    baseUrl: location.origin,
    name,
    ownerid,
    loaderVersion: firstVersion,
    publicKey,
  };
  return (
    <Dialog
      title={copy.ready(name)}
      text={copy.readyText}
      onLeave={onLeave}
      more={
        <>
          <CopyText label={copy.sellerKey} text={sellerkey} />
          <CopyText label={copy.configuration} text={JSON.stringify({ service }, null, 2)} />
        </>
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {copy.open(name)}
      </Button>
    </Dialog>
  );
}
