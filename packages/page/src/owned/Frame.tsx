// The frame of the screens of a signed-in user: the session, the bar, and the password again.
import type { ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { failureOf, RequestFailed } from '@latchkey/web/failure.ts';
import { ToastRegion } from '@latchkey/kit/Toast.tsx';
import { useGate } from '@latchkey/kit/use-gate.ts';
import { useToasts } from '@latchkey/kit/use-toasts.ts';
import type { Parameters } from '@latchkey/web/post.ts';
import { post, read, type About, type Me } from '../client/page.ts';
import { SessionContext, useSession, type Session } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { LanguageButton } from '../parts/LanguageButton.tsx';
import { PasswordAgain } from './PasswordAgain.tsx';

export interface OwnedProps {
  readonly about: About;
  readonly me: Me;
  readonly onChanged: (me: Me) => void;
  /** `ended`: the session ended without the user. */
  readonly onLeave: (ended: boolean) => void;
}

export function Frame({
  about,
  me,
  onChanged,
  onLeave,
  children,
}: OwnedProps & { readonly children: ReactNode }) {
  const { toasts, show, remove } = useToasts();
  const gate = useGate();
  const { ask, asThisUser } = useAsk(me, gate.request, () => onLeave(true));
  const session: Session = {
    me,
    renew: about.renew,
    ask,
    asThisUser,
    refresh: async () => onChanged(await asThisUser(read('me', me.id))),
    notify: show,
    leave: () => onLeave(false),
  };
  return (
    <SessionContext value={session}>
      <Bar application={about.application} />
      <main className="owned">{children}</main>
      {gate.isOpen && <PasswordAgain onDone={gate.open} onLeave={() => gate.refuse(cancelled())} />}
      <ToastRegion toasts={toasts} remove={remove} />
    </SessionContext>
  );
}

/** Sends requests as this user. One that needs the password again waits for it. */
function useAsk(me: Me, requestPassword: () => Promise<void>, onEnded: () => void) {
  const asThisUser = async <Answer,>(request: Promise<Answer>) => {
    try {
      return await request;
    } catch (error) {
      const { code } = failureOf(error);
      if (code === 'signed-out') onEnded();
      // Another user has signed in, in another tab.
      if (code === 'other-person') location.reload();
      throw error;
    }
  };
  const ask = async (operation: string, parameters: Parameters = {}) => {
    const send = () => asThisUser(post(operation, parameters, me.id));
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).code !== 'password-needed') throw error;
      await requestPassword();
      return send();
    }
  };
  return { ask, asThisUser };
}

function cancelled(): RequestFailed {
  return new RequestFailed({ code: 'cancelled', message: '', retryAfter: null, facts: {} });
}

function Bar({ application }: { readonly application: string }) {
  const { owned } = useCopy();
  const { leave } = useSession();
  const { failure, run } = useAction<null>(async () => {
    await post('signout');
    leave();
  });
  return (
    <header className="top-bar">
      <p className="bar-name">
        <bdi>{application}</bdi>
      </p>
      <div className="bar-tools">
        <LanguageButton />
        <Button kind="outlined" onClick={() => void run(null)}>
          {owned.signOut}
        </Button>
      </div>
      <FailureMessage failure={failure} />
    </header>
  );
}
