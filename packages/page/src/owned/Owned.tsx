// What the signed-in user owns, and the changes that the user may make.
import { useCopy } from '../copy/language.ts';
import { Account } from './Account.tsx';
import { Announcement } from './Announcement.tsx';
import { Computers } from './Computers.tsx';
import { Downloads } from './Downloads.tsx';
import { Email } from './Email.tsx';
import { Events } from './Events.tsx';
import { Frame, type OwnedProps } from './Frame.tsx';
import { Keys } from './Keys.tsx';
import { MyData } from './MyData.tsx';
import { PendingDeletion } from './PendingDeletion.tsx';
import { ProgramLink } from './ProgramLink.tsx';
import { Redeem } from './Redeem.tsx';
import { Sessions } from './Sessions.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { TwoFactor } from './TwoFactor.tsx';

export function Owned(props: OwnedProps) {
  const { owned } = useCopy();
  return (
    <Frame {...props}>
      <h1 className="owned-head">{owned.hello(props.me.name)}</h1>
      <PendingDeletion />
      <Announcement />
      <div className="owned-sheets">
        <Subscriptions />
        <Redeem />
        <Keys />
        <ProgramLink />
        <Downloads />
        <Computers />
        <Sessions />
        <Account />
        <TwoFactor />
        <Email />
        <Events />
        <MyData />
      </div>
    </Frame>
  );
}
