// The page of one user: can they sign in, and what they have.
import { useState } from 'react';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Page } from '../../../parts/Page.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { PasswordShown, type NewPassword } from '../change/PasswordShown.tsx';
import { UserChange, type Change } from '../change/UserChange.tsx';
import { Computers } from './Computers.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Plans } from './Plans.tsx';
import { SignInAnswer } from './SignInAnswer.tsx';
import { UnknownUser } from './UnknownUser.tsx';
import { UserActions } from './UserActions.tsx';
import { isKeyAccount, stateOf } from './user-state.ts';

/** `user` is the name or id in the place. */
export function UserPage({ user }: { readonly user: string }) {
  const { user: texts } = useCopy();
  const { name: application } = useApplication();
  const [change, setChange] = useState<Change | null>(null);
  const [password, setPassword] = useState<NewPassword | null>(null);
  const why = useAsk('why', { user });
  const unknown = why.data?.obstacles.find(({ code }) => code === 'user-unknown');
  const isKnown = why.data !== undefined && unknown === undefined;
  const facts = useAsk('userdata', { user }, { enabled: isKnown });
  const plans = useAsk('usergrants', { user }, { enabled: isKnown });
  const back = { href: hrefOf(application, 'users'), label: texts.back };
  if (unknown?.code === 'user-unknown')
    return <UnknownUser user={user} nearest={unknown.nearest} back={back} />;
  const { data } = facts;
  const subs = plans.data?.subs;
  const state = data === undefined || subs === undefined ? null : stateOf(data.banned, subs);
  const tones = { banned: 'danger', active: 'good', paused: 'warning' } as const;
  const shownName = data?.username ?? user;
  return (
    <Page
      title={shownName}
      back={back}
      mark={
        state !== null && (
          <Chip tone={state in tones ? tones[state as keyof typeof tones] : 'neutral'}>
            {texts[state]}
          </Chip>
        )
      }
      {...(isKeyAccount(data, subs) && { description: texts.keyAccount })}
      actions={
        data !== undefined && <UserActions facts={data} subs={subs ?? []} onChange={setChange} />
      }
    >
      <div className="user-page">
        <div className="user-main">
          <Loaded query={why}>
            {(answer) => <SignInAnswer name={shownName} answer={answer} onChange={setChange} />}
          </Loaded>
          <Loaded query={plans}>
            {(answer) => <Plans subs={answer.subs} onChange={setChange} />}
          </Loaded>
          {isKnown && <Computers user={user} onChange={setChange} />}
          {isKnown && <History user={user} />}
        </div>
        <div className="user-side">
          <Loaded query={facts} lines={6}>
            {(answer) => <Facts facts={answer} subs={subs ?? []} />}
          </Loaded>
        </div>
      </div>
      {change !== null && (
        <UserChange
          {...{ change, user, shownName }}
          ip={change.name === 'unblock' ? (why.data?.ip ?? null) : (data?.ip ?? null)}
          onPassword={setPassword}
          onLeave={() => setChange(null)}
        />
      )}
      {password !== null && <PasswordShown {...password} onLeave={() => setPassword(null)} />}
    </Page>
  );
}
