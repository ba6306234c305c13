// The page of one user: can they sign in, what they have, and the actions for them.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useAsk, type AnswerTo } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Page } from '../../../parts/Page.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { changeOfUser, type ChosenChange } from '../changes.ts';
import { Computers } from './Computers.tsx';
import { Facts } from './Facts.tsx';
import { Features } from './Features.tsx';
import { History } from './History.tsx';
import { Orders } from './Orders.tsx';
import { Plans } from './Plans.tsx';
import { SignInAnswer } from './SignInAnswer.tsx';
import { UnknownUser } from './UnknownUser.tsx';
import { UserActions } from './UserActions.tsx';
import { Variables } from './Variables.tsx';
import { isKeyAccount, stateOf, type UserState } from './user-state.ts';

/** `user` is the name or id in the place. */
export function UserPage({ user }: { readonly user: string }) {
  const { user: texts } = useCopy();
  const { name: application } = useApplication();
  const why = useAsk('why', { user });
  const back = { href: hrefOf(application, 'users'), label: texts.back };
  const unknown = why.data?.obstacles.find(({ code }) => code === 'user-unknown');
  if (unknown?.code === 'user-unknown')
    return <UnknownUser user={user} nearest={unknown.nearest} back={back} />;
  if (why.data !== undefined) return <KnownUser user={user} why={why.data} back={back} />;
  return (
    <Page title={user} back={back}>
      <Loaded query={why} lines={6}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface KnownUserProps {
  readonly user: string;
  readonly why: AnswerTo<'why'>;
  readonly back: { readonly href: string; readonly label: string };
}

function KnownUser({ user, why, back }: KnownUserProps) {
  const { user: texts } = useCopy();
  const open = useOpenChange();
  const facts = useAsk('userdata', { user });
  const plans = useAsk('usergrants', { user });
  const [data, subs] = [facts.data, plans.data?.subs];
  const shownName = data?.username ?? user;
  const isStopped = why.obstacles.some(({ code }) => code !== 'code-needed');
  const change = (chosen: ChosenChange) => {
    const ip = (chosen.name === 'unblock' ? why.ip : data?.ip) ?? null;
    open(changeOfUser(chosen, { user, shownName, ip, subs: subs ?? [] }));
  };
  return (
    <Page
      title={shownName}
      back={back}
      mark={
        data !== undefined &&
        subs !== undefined && <State state={stateOf(data.banned, subs)} isStopped={isStopped} />
      }
      {...(isKeyAccount(data, subs) && { description: texts.keyAccount })}
      actions={
        data !== undefined && <UserActions facts={data} subs={subs ?? []} onChange={change} />
      }
    >
      <div className="user-page">
        <div className="user-main">
          <SignInAnswer name={shownName} answer={why} onChange={change} />
          <Loaded query={plans}>
            {(answer) => <Plans subs={answer.subs} isStopped={isStopped} onChange={change} />}
          </Loaded>
          {data && <Features holder={{ user, shownName }} features={data.features ?? []} />}
          <Orders user={user} />
          <Computers user={user} onChange={change} />
          <Variables user={user} onChange={change} />
          <History user={user} />
        </div>
        <div className="user-side">
          <Loaded query={facts} lines={6}>
            {(answer) => <Facts facts={answer} subs={subs ?? []} />}
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

const tones = {
  banned: 'danger',
  active: 'good',
  paused: 'warning',
  expired: 'neutral',
  noPlan: 'neutral',
} as const;

interface StateProps {
  readonly state: UserState;
  /** Something stops the user from signing in, such as another computer. */
  readonly isStopped: boolean;
}

function State({ state, isStopped }: StateProps) {
  const { user: texts } = useCopy();
  if (state === 'active' && isStopped) return null;
  return <Chip tone={tones[state]}>{texts[state]}</Chip>;
}
