// Lists this computer's saved sign-ins on the account screen, each with a button to remove it.
import { useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import { allows } from '../../../shared/phases.ts';
import type { KeptName } from '../../../shared/session.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { isOwn } from '../../phase-facts.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { ForgetQuestion } from '../ForgetQuestion.tsx';

export function KeptHere() {
  const { bridge, session } = useParts();
  const { accountScreen: copy } = useCopy();
  const command = useCommand<null>();
  const [asking, setAsking] = useState<KeptName | null>(null);
  const off = command.pending || !allows(session.phase, 'forgetKept');
  if (session.kept.length === 0 && command.failure === null) return null;
  return (
    <Sheet title={copy.kept} below={<p className="small">{copy.keptText}</p>}>
      <Rows>
        {session.kept.map((one) => (
          <KeptRow
            key={one.id}
            one={one}
            own={isOwn(session.phase, one)}
            off={off}
            forget={() => setAsking(one)}
          />
        ))}
      </Rows>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="kept" />
      )}
      {asking !== null && (
        <ForgetQuestion
          one={asking}
          leave={() => setAsking(null)}
          forget={() => command.run(() => bridge.forgetKept({ id: asking.id }))}
        />
      )}
    </Sheet>
  );
}

interface KeptRowProps {
  readonly one: KeptName;
  readonly own: boolean;
  readonly off: boolean;
  readonly forget: () => void;
}

function KeptRow({ one: { name, byKey, complete }, own, off, forget }: KeptRowProps) {
  const { accountScreen: copy, keptList } = useCopy();
  const note = byKey ? keptList.byKey : complete ? null : keptList.incomplete;
  return (
    <Row
      name={name}
      tool={
        <Button kind="quiet" off={off} label={fill(keptList.forgetOne, { name })} onClick={forget}>
          {keptList.forget}
        </Button>
      }
    >
      {own && <p className="small">{copy.keptOwn}</p>}
      {note !== null && <p className="small">{note}</p>}
    </Row>
  );
}
