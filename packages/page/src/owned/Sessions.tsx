// Where the user is signed in, with programs and browsers.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { failureText } from '../client/failure-text.ts';
import { post, type Me } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';

export function Sessions() {
  const { sessions } = useSession().me;
  const { owned } = useLanguage().copy;
  const [isAsking, setAsking] = useState(false);
  return (
    <Sheet title={owned.sessions}>
      {sessions !== undefined && (
        <Rows>
          {sessions.map((one) => (
            <SessionRow key={one.id} session={one} />
          ))}
        </Rows>
      )}
      <SheetPart>
        <div className="row-tools">
          <Button kind="quiet" danger onClick={() => setAsking(true)}>
            {owned.everywhere}
          </Button>
        </div>
      </SheetPart>
      {isAsking && <Everywhere onLeave={() => setAsking(false)} />}
    </Sheet>
  );
}

type OneSession = NonNullable<Me['sessions']>[number];

function SessionRow({ session }: { readonly session: OneSession }) {
  const { ask, refresh, notify } = useSession();
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  const { id, computer, system, since, current } = session;
  const name = computer === '' ? owned.unnamed : computer;
  const facts = [system, since === null ? '' : owned.signedInOn(formats.dateTime(since))];
  const { failure, run } = useAction<null>(async () => {
    await ask('endsession', { id });
    await refresh();
    notify(owned.sessionEnded);
  });
  return (
    <Row
      name={name}
      {...(current && { mark: <Chip tone="neutral">{owned.thisBrowser}</Chip> })}
      {...(!current && {
        tool: (
          <Button kind="quiet" label={owned.endSessionOf(name)} onClick={() => void run(null)}>
            {owned.endSession}
          </Button>
        ),
      })}
    >
      <p className="small">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      <FailureMessage failure={failure} />
    </Row>
  );
}

function Everywhere({ onLeave }: { readonly onLeave: () => void }) {
  const { ask, leave } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const { isPending, failure, run } = useAction<null>(async () => {
    await ask('endsession', { all: '1' });
    await post('signout');
    leave();
  });
  return (
    <FormDialog
      title={owned.everywhereTitle}
      text={owned.everywhereText}
      submitLabel={owned.everywhere}
      cancelLabel={signIn.cancel}
      danger
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => void run(null)}
      onLeave={onLeave}
    />
  );
}
