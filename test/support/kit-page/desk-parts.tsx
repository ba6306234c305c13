// Facts, secrets, switches and dialogs of the desk's kit page.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { DescriptionList } from '@latchkey/kit/DescriptionList.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { SecretText } from '@latchkey/kit/SecretText.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Skeleton } from '@latchkey/kit/Skeleton.tsx';
import { Switch } from '@latchkey/kit/Switch.tsx';
import { Tabs } from '@latchkey/kit/Tabs.tsx';

const copyLabels = { label: 'Copy', copiedLabel: 'Copied', byHandLabel: 'Copy it by hand' };

export function User() {
  return (
    <>
      <Tabs
        label="Parts of the user"
        tabs={[
          { href: '#facts', label: 'Overview', isCurrent: true },
          { href: '#plans', label: 'Plans', isCurrent: false },
          { href: '#history', label: 'History', isCurrent: false },
        ]}
      />
      <Sheet title="anna">
        <SheetPart>
          <DescriptionList
            items={[
              { term: 'User name', value: <bdi>anna</bdi> },
              { term: 'Plan', value: 'Pro until 14 March 2027' },
              { term: 'Last sign-in', value: '26 November 2026, 08:14' },
              { term: 'Computers', value: '2 of 3' },
              {
                term: 'Support code',
                value: <CopyButton text="LK-7F3Q-2M" name="Copy the code" {...copyLabels} />,
              },
              { term: 'Country', value: <Skeleton width="6rem" /> },
            ]}
          />
        </SheetPart>
      </Sheet>
    </>
  );
}

export function Settings() {
  const [paused, setPaused] = useState(false);
  return (
    <Sheet title="Settings">
      <SheetPart>
        <Switch
          label="Paused"
          hint="Nobody can sign in until you turn this off."
          checked={paused}
          onChange={setPaused}
        />
      </SheetPart>
      <SheetPart>
        <Switch label="Chat" checked disabled onChange={() => setPaused(true)} />
      </SheetPart>
      <SheetPart>
        <SecretText
          label="Signing secret"
          secret="whsec-2b7f-91c4-aa03"
          showLabel="Show"
          hideLabel="Hide"
          copy={{ ...copyLabels, name: 'Copy the secret' }}
        />
      </SheetPart>
      <SheetPart>
        <Select label="Language" hint="Of the texts to users." defaultValue="en">
          <option value="en">English</option>
          <option value="de">Deutsch</option>
        </Select>
        <Select label="Region" error="Choose a region." defaultValue="">
          <option value="">None</option>
        </Select>
      </SheetPart>
    </Sheet>
  );
}

interface MakeLicensesProps {
  readonly onLeave: () => void;
  readonly onMade: (text: string) => void;
}

export function MakeLicenses({ onLeave, onMade }: MakeLicensesProps) {
  const [amount, setAmount] = useState('');
  const [tries, setTries] = useState(0);
  const [pending, setPending] = useState(false);
  const isNumber = /^\d+$/.test(amount);
  return (
    <FormDialog
      title="Make licenses"
      text="The keys are shown once they are made."
      submitLabel="Make"
      busyLabel="Making"
      cancelLabel="Cancel"
      pending={pending}
      error={tries > 0 && !isNumber ? 'Enter a number.' : null}
      onLeave={onLeave}
      onSubmit={() => {
        setTries(tries + 1);
        if (amount === '50') setPending(true);
        else if (isNumber) onMade(`${amount} licenses made`);
      }}
    >
      <Field
        label="Amount"
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <Select label="Plan">
        <option>Pro</option>
        <option>Render add-on</option>
      </Select>
    </FormDialog>
  );
}

export function DangerZone({ report }: { readonly report: (text: string) => void }) {
  return (
    <Sheet title="Refund">
      <SheetPart>
        <p className="small">The key stops working.</p>
        <div>
          <Button kind="outlined" danger onClick={() => report('Refunded')}>
            Refund
          </Button>
        </div>
      </SheetPart>
    </Sheet>
  );
}
