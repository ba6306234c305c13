// A page that shows all components of the kit. It uses no other part of the loader.
import { CircleAlert, Play } from 'lucide';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@latchkey/kit/kit.css';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { QrCode } from '@latchkey/kit/QrCode.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { Tools } from '@latchkey/kit/Tools.tsx';

function Computers({ report }: { readonly report: (text: string) => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const forget = (name: string) => () => {
    report(`${name} is forgotten`);
    title.current?.focus();
  };
  return (
    <Sheet
      title="Computers"
      titleRef={title}
      mark={<Chip tone="neutral">3 of 5</Chip>}
      below={<p className="small">Where the license is used.</p>}
    >
      <Rows>
        <Row name="حاسوب" mark={<Chip tone="good">This one</Chip>}>
          <p className="small">since 3 May</p>
        </Row>
        <Row
          name="Desk"
          tool={
            <Button kind="quiet" label="Forget Desk" onClick={forget('Desk')}>
              Forget
            </Button>
          }
        >
          <p className="small">since 4 May</p>
        </Row>
        <Row>
          <p className="small">One that has no name</p>
        </Row>
      </Rows>
      <SheetPart>
        <Tools>
          <Button kind="quiet" onClick={forget('Each')}>
            Forget all
          </Button>
        </Tools>
      </SheetPart>
    </Sheet>
  );
}

function Page() {
  const [status, setStatus] = useState('nothing yet');
  const [ticked, setTicked] = useState(false);
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState(true);
  const note = useRef<HTMLTextAreaElement>(null);
  const report = (text: string) => () => setStatus(text);
  return (
    <main style={{ display: 'grid', gap: '1rem', padding: '1rem', maxWidth: '26rem' }}>
      <h1>Another page</h1>
      <p role="status">{status}</p>
      <Menu
        buttonLabel="Anna's account"
        label="Account"
        items={[
          { label: 'Rename', disabledReason: null, choose: report('rename') },
          { label: 'Leave', disabledReason: 'Not today.', choose: report('leave') },
        ]}
        head="Anna"
        foot="1.0"
      >
        Anna
      </Menu>
      <Field label="Name" hint="As it is written." />
      <Field label="Code" error="Six digits." wrong defaultValue="12" />
      <AreaField label="Note" error={null} hint="For yourself." wrong={false} ref={note} />
      <CheckBox label="Keep" checked={ticked} onChange={setTicked} />
      <CheckBox label="Send" checked disabled describedBy="why" onChange={report('sent')} />
      <p id="why" className="hint">
        Nothing can be sent from here.
      </p>
      <Button kind="filled" icon={Play} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Button kind="outlined" wait="step" busyLabel="Waiting" onClick={report('waited')}>
        Wait
      </Button>
      <Button kind="quiet" disabled onClick={report('off')}>
        Off
      </Button>
      <span>
        <Chip tone="good">Active</Chip> <Chip tone="warning">Ends soon</Chip>
      </span>
      {shown && (
        <Message
          tone="danger"
          icon={CircleAlert}
          title="Nothing was saved"
          text="Try again."
          dismiss={{ label: 'Close', onDismiss: () => setShown(false) }}
        />
      )}
      <div className="sheet" style={{ padding: '1rem' }}>
        <h2 id="what">Copying</h2>
        <ProgressBar share={0.25} labelledBy="what" valueText="1 of 4" />
        <ProgressBar share={null} labelledBy="what" />
        <ProgressBar share={2} tone="warning" />
      </div>
      <Computers report={setStatus} />
      <QrCode label="Code to scan" path="M4 4h7v7h-7zM18 4h7v7h-7zM4 18h7v7h-7z" size={29} />
      {asking && (
        <Dialog title="Remove it?" text="It is gone then." onLeave={() => setAsking(false)}>
          <Button kind="outlined" onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button
            kind="filled"
            onClick={() => {
              setAsking(false);
              setStatus('removed');
            }}
          >
            Remove it
          </Button>
        </Dialog>
      )}
    </main>
  );
}

applyTheme(deriveTheme('#0f766e', null), document.documentElement);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
