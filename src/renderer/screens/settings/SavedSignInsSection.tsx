// Lists this computer's saved sign-ins in the settings, each with a button to remove it.
import { allows } from '../../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { isCurrentSignIn } from '../../phase-facts.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { ForgetSignIn, noteOf, type ForgetSignInProps } from '../ForgetSignIn.tsx';

export function SavedSignInsSection() {
  const { bridge, session } = useLoaderContext();
  const { accountScreen: copy } = useCopy();
  const command = useCommand<null>();
  const isDisabled = command.pending || !allows(session.phase, 'removeSavedSignIn');
  if (session.savedSignIns.length === 0 && command.failure === null) return null;
  return (
    <Sheet title={copy.savedAccounts} below={<p className="small">{copy.savedAccountsText}</p>}>
      <Rows>
        {session.savedSignIns.map((savedSignIn) => (
          <SavedSignInRow
            key={savedSignIn.id}
            savedSignIn={savedSignIn}
            isCurrent={isCurrentSignIn(session.phase, savedSignIn)}
            isDisabled={isDisabled}
            forget={() => command.run(() => bridge.removeSavedSignIn({ id: savedSignIn.id }))}
          />
        ))}
      </Rows>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="saved" />
      )}
    </Sheet>
  );
}

interface SavedSignInRowProps extends Omit<ForgetSignInProps, 'kind'> {
  readonly isCurrent: boolean;
}

function SavedSignInRow({ isCurrent, ...forgetProps }: SavedSignInRowProps) {
  const copy = useCopy();
  const { savedSignIn } = forgetProps;
  const note = noteOf(copy, savedSignIn);
  return (
    <Row name={savedSignIn.name} tool={<ForgetSignIn {...forgetProps} kind="outlined" />}>
      {isCurrent && <p className="small">{copy.accountScreen.currentAccount}</p>}
      {note !== null && <p className="small">{note}</p>}
    </Row>
  );
}
