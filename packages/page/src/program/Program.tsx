// Gives a program on this computer its sign-in, and presses its buttons.
import { CircleCheck } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import type { PageAnswer } from '@latchkey/protocol/page-api.ts';
import { programNamePattern } from '@latchkey/protocol/web-loader.ts';
import { pageUrl, type Me } from '../client/page.ts';
import { findProgram, handOver, pressButton } from '../client/program.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy } from '../copy/language.ts';
import { Frame, type OwnedProps } from '../owned/Frame.tsx';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { focusFirst } from '../parts/focus-first.ts';

type Given = PageAnswer<'programtoken'>;

export function Program(props: OwnedProps) {
  const { program } = useCopy();
  return (
    <Frame {...props}>
      <h1 className="owned-head">{program.title}</h1>
      <div className="owned-narrow">
        <Connect />
        <p>
          <ButtonLink kind="quiet" href={pageUrl}>
            {program.back}
          </ButtonLink>
        </p>
      </div>
    </Frame>
  );
}

function Connect() {
  const { me } = useSession();
  const [connected, setConnected] = useState<Given | null>(null);
  const obstacle = useObstacle(me);
  if (obstacle !== null) return <p>{obstacle}</p>;
  return connected === null ? (
    <Steps onConnected={setConnected} />
  ) : (
    <Connected of={connected} onAgain={() => setConnected(null)} />
  );
}

/** Why this user cannot use the screen, or null. */
function useObstacle({ webLoader, isKey, name }: Me): string | null {
  const { program, failures } = useCopy();
  if (!webLoader) return program.off;
  if (isKey) return failures.byCode['name-is-key'];
  return programNamePattern.test(name) ? null : failures.byCode['name-unreadable'];
}

function Steps({ onConnected }: { readonly onConnected: (given: Given) => void }) {
  const { ask } = useSession();
  const { program } = useCopy();
  const { isPending, failure, run } = useAction<null>(async () => {
    await findProgram();
    const given = (await ask('programtoken')) as Given & { readonly success: true }; // as specified
    await handOver(given.user, given.token);
    onConnected(given);
  });
  const wait = useWait(isPending);
  return (
    <Sheet title={program.connectTitle}>
      <SheetPart>
        <ol className="steps">
          {program.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </SheetPart>
      <SheetPart>
        <div className="door-form">
          <p className="small">{program.safari}</p>
          <div className="row-tools">
            <Button
              kind="filled"
              wait={wait}
              busyLabel={program.connecting}
              onClick={() => void run(null)}
            >
              {program.connect}
            </Button>
          </div>
          <FailureMessage failure={failure} />
        </div>
      </SheetPart>
    </Sheet>
  );
}

interface ConnectedProps {
  readonly of: Given;
  readonly onAgain: () => void;
}

function Connected({ of: { user, buttons }, onAgain }: ConnectedProps) {
  const { notify } = useSession();
  const { program } = useCopy();
  const [pressed, setPressed] = useState('');
  const { isPending, failure, run } = useAction<string>(async (value) => {
    setPressed(value);
    await pressButton(value);
    notify(program.pressed);
  });
  const wait = useWait(isPending);
  return (
    <div className="owned-narrow" tabIndex={-1} ref={focusFirst}>
      <Message
        tone="good"
        icon={CircleCheck}
        alert
        title={program.connected}
        text={program.connectedAs(user)}
      />
      {buttons.length > 0 && (
        <Sheet title={program.buttons} below={<p className="small">{program.buttonsText}</p>}>
          <SheetPart>
            <div className="door-form">
              <div className="row-tools">
                {buttons.map(({ value, text }) => (
                  <Button
                    key={value}
                    kind="outlined"
                    wait={value === pressed ? wait : 'none'}
                    disabled={isPending && value !== pressed}
                    onClick={() => void run(value)}
                  >
                    <bdi>{text}</bdi>
                  </Button>
                ))}
              </div>
              <FailureMessage failure={failure} />
            </div>
          </SheetPart>
        </Sheet>
      )}
      <p>
        <Button kind="quiet" onClick={onAgain}>
          {program.again}
        </Button>
      </p>
    </div>
  );
}
