// Lists this computer's saved sign-ins in the settings, each with a button to remove it.
import { useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import { allows } from '../../../shared/phases.ts';
import type { SavedSignInSummary } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { isCurrentSignIn } from '../../phase-facts.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { ForgetQuestion } from '../ForgetQuestion.tsx';

export function SavedSignInsSection() {
  const { bridge, session } = useLoaderContext();
  const { accountScreen: copy } = useCopy();
  const command = useCommand<null>();
  const [signInToForget, setSignInToForget] = useState<SavedSignInSummary | null>(null);
  const isDisabled = command.pending || !allows(session.phase, 'forgetKept');
  if (session.kept.length === 0 && command.failure === null) return null;
  return (
    <Sheet title={copy.kept} below={<p className="small">{copy.keptText}</p>}>
      <Rows>
        {session.kept.map((savedSignIn) => (
          <SavedSignInRow
            key={savedSignIn.id}
            savedSignIn={savedSignIn}
            isCurrent={isCurrentSignIn(session.phase, savedSignIn)}
            isDisabled={isDisabled}
            forget={() => setSignInToForget(savedSignIn)}
          />
        ))}
      </Rows>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="kept" />
      )}
      {signInToForget !== null && (
        <ForgetQuestion
          savedSignIn={signInToForget}
          leave={() => setSignInToForget(null)}
          forget={() => command.run(() => bridge.forgetKept({ id: signInToForget.id }))}
        />
      )}
    </Sheet>
  );
}

interface SavedSignInRowProps {
  readonly savedSignIn: SavedSignInSummary;
  readonly isCurrent: boolean;
  readonly isDisabled: boolean;
  readonly forget: () => void;
}

function SavedSignInRow({
  savedSignIn: { name, byKey, complete },
  isCurrent,
  isDisabled,
  forget,
}: SavedSignInRowProps) {
  const { accountScreen: copy, keptList } = useCopy();
  const note = byKey ? keptList.byKey : complete ? null : keptList.incomplete;
  return (
    <Row
      name={name}
      tool={
        <Button
          kind="quiet"
          disabled={isDisabled}
          label={fill(keptList.forgetOne, { name })}
          onClick={forget}
        >
          {keptList.forget}
        </Button>
      }
    >
      {isCurrent && <p className="small">{copy.keptOwn}</p>}
      {note !== null && <p className="small">{note}</p>}
    </Row>
  );
}
