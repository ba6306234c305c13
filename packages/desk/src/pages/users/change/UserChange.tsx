// The dialog of each change of one user.
import type { ComponentType } from 'react';
import type { ChangeName } from '../../../copy/en/user-changes.ts';
import { BanUser } from './BanUser.tsx';
import { DownloadPerson, ErasePerson, RemoveUser } from './LeavingUser.tsx';
import { RemoveComputer } from './RemoveComputer.tsx';
import { RenameUser, NewEmail } from './RenameUser.tsx';
import type { ShownSecret } from './SecretShown.tsx';
import { CreatePasswordLink, SetPassword } from './SetPassword.tsx';
import {
  EndSessions,
  PauseUser,
  RemoveComputers,
  ResumeApplication,
  ResumeUser,
  TurnTwoFactorOff,
  UnbanUser,
  UnblockAddress,
} from './simple-changes.tsx';
import { ExtendUser, RemovePlan, TakeTime } from './TimeOfUser.tsx';
import { RemoveVariable, SetVariable } from './VariableOfUser.tsx';

export interface UserVariable {
  readonly name: string;
  readonly data: string;
  readonly isReadOnly: boolean;
}

/** A change, and what it applies to. */
export interface Change {
  readonly name: ChangeName;
  /** The plan that is preselected. */
  readonly plan?: string;
  /** The id of the computer that is preselected. */
  readonly computer?: string;
  readonly variable?: UserVariable;
}

export interface ChangeProps {
  readonly change: Change;
  /** The name or id by which operations find the user. */
  readonly user: string;
  /** The name that is shown, which can be masked. */
  readonly shownName: string;
  /** The last IP, or null. */
  readonly ip: string | null;
  readonly onSecret: (shown: ShownSecret) => void;
  readonly onLeave: () => void;
}

const dialogs: Readonly<Record<ChangeName, ComponentType<ChangeProps>>> = {
  extend: ExtendUser,
  take: TakeTime,
  removePlan: RemovePlan,
  pause: PauseUser,
  resume: ResumeUser,
  reset: RemoveComputers,
  removeComputer: RemoveComputer,
  endSessions: EndSessions,
  twoFactor: TurnTwoFactorOff,
  unban: UnbanUser,
  unblock: UnblockAddress,
  resumeApplication: ResumeApplication,
  ban: BanUser,
  setVariable: SetVariable,
  changeVariable: SetVariable,
  removeVariable: RemoveVariable,
  password: SetPassword,
  passwordLink: CreatePasswordLink,
  rename: RenameUser,
  email: NewEmail,
  download: DownloadPerson,
  remove: RemoveUser,
  erase: ErasePerson,
};

export function UserChange(props: ChangeProps) {
  const Dialog = dialogs[props.change.name];
  return <Dialog {...props} />;
}
