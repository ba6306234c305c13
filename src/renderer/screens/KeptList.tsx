// List of this computer's saved sign-ins. The user can sign in with one, remove one, or use another
// account.
import { KeyRound, UserRound } from 'lucide';
import { useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fill } from '../../copy/sentences.ts';
import type { Failure } from '../../shared/failure.ts';
import type { KeptName } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { spins, useWait, type Wait } from '@latchkey/kit/use-wait.ts';
import type { LocalForm } from '../phase-facts.ts';
import { FailureBox } from '../ui/FailureBox.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useTitle } from '../ui/use-title.ts';
import { WaitLine } from '../ui/WaitLine.tsx';
import { ForgetQuestion } from './ForgetQuestion.tsx';
import { KeyLink } from './KeyLink.tsx';

export interface KeptListProps {
  readonly failure: Failure | null;
  /** Opens the sign-in form and fills in the user name. */
  readonly type: (username: string) => void;
  readonly open: (form: LocalForm) => void;
}

/** All rows share one command, so only one sign-in or removal runs at a time. */
function useKept(type: (username: string) => void) {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const [pressed, setPressed] = useState<string | null>(null);
  useEscape(command.pending, () => void bridge.cancel({}));
  const press = ({ id, name, complete }: KeptName) => {
    if (!complete) {
      type(name);
      return;
    }
    setPressed(id);
    void command.run(() => bridge.signInKept({ id }));
  };
  const forget = ({ id }: KeptName) => {
    setPressed(null);
    return command.run(() => bridge.forgetKept({ id }));
  };
  return { command, pressed, press, forget };
}

export function KeptList({ failure, type, open }: KeptListProps) {
  const { info, session } = useParts();
  const { keptList, signIn } = useCopy();
  const { command, pressed, press, forget } = useKept(type);
  const wait = useWait(command.pending);
  const [asking, setAsking] = useState<KeptName | null>(null);
  const first = useArrivalFocus<HTMLUListElement>((list) => list.querySelector('button'));
  useTitle(keptList.title);
  const shownFailure = command.failure ?? (command.pending ? null : failure);
  return (
    <div className="column form appear" aria-busy={command.pending}>
      <div className="head-of-form">
        <h1>{keptList.title}</h1>
        <p className="lead">{fill(signIn.lead, { name: info.brand.name })}</p>
      </div>
      <ul className="kept" ref={first}>
        {session.kept.map((one) => (
          <KeptRow
            key={one.id}
            one={one}
            wait={pressed === one.id ? wait : 'none'}
            off={command.pending}
            press={() => press(one)}
            forget={() => setAsking(one)}
          />
        ))}
      </ul>
      <Button kind="outlined" off={command.pending} onClick={() => type('')}>
        {keptList.another}
      </Button>
      {shownFailure !== null && (
        <FailureBox key={shownFailure.reportId} failure={shownFailure} moment="kept" />
      )}
      <WaitLine wait={wait}>
        <KeyLink open={() => open('key')} />
      </WaitLine>
      {asking !== null && (
        <ForgetQuestion one={asking} leave={() => setAsking(null)} forget={() => forget(asking)} />
      )}
    </div>
  );
}

interface KeptRowProps {
  readonly one: KeptName;
  readonly wait: Wait;
  readonly off: boolean;
  readonly press: () => void;
  readonly forget: () => void;
}

function KeptRow({ one: { name, byKey, complete }, wait, off, press, forget }: KeptRowProps) {
  const { keptList, signIn } = useCopy();
  const note = byKey ? keptList.byKey : complete ? null : keptList.incomplete;
  const text = spins(wait) ? signIn.verb : note;
  return (
    <li>
      <button
        type="button"
        className="kept-one"
        aria-disabled={off || undefined}
        onClick={() => !off && press()}
      >
        {spins(wait) ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Icon icon={byKey ? KeyRound : UserRound} size={18} />
        )}
        <span>
          <bdi className="name">{name}</bdi>
          {text !== null && <span className="small">{text}</span>}
        </span>
      </button>
      <Button kind="quiet" off={off} label={fill(keptList.forgetOne, { name })} onClick={forget}>
        {keptList.forget}
      </Button>
    </li>
  );
}
