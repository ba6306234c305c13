// Changes of one user without fields.
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useApplication } from '../../../session/application.ts';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function PauseUser({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('pause', shownName);
  return (
    <ChangeDialog {...words} type="pauseuser" parameters={{ username: user }} onLeave={onLeave} />
  );
}

export function ResumeUser({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('resume', shownName);
  return (
    <ChangeDialog {...words} type="unpauseuser" parameters={{ username: user }} onLeave={onLeave} />
  );
}

export function RemoveComputers({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('reset', shownName);
  return (
    <ChangeDialog {...words} danger type="resetuser" parameters={{ user }} onLeave={onLeave} />
  );
}

export function EndSessions({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('endSessions', shownName);
  return (
    <ChangeDialog {...words} danger type="endsessions" parameters={{ user }} onLeave={onLeave} />
  );
}

export function TurnTwoFactorOff({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('twoFactor', shownName);
  return (
    <ChangeDialog {...words} danger type="disable2fa" parameters={{ user }} onLeave={onLeave} />
  );
}

export function UnbanUser({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('unban', shownName);
  return <ChangeDialog {...words} type="unbanuser" parameters={{ user }} onLeave={onLeave} />;
}

export function UnblockAddress({ ip, onLeave }: ChangeProps) {
  const data = ip ?? '';
  const words = useWords('unblock', data);
  return (
    <ChangeDialog
      {...words}
      type="delblack"
      parameters={{ data, blacktype: 'ip' }}
      onLeave={onLeave}
    />
  );
}

export function ResumeApplication({ onLeave }: ChangeProps) {
  const { name } = useApplication();
  const words = useWords('resumeApplication', name);
  return <ChangeDialog {...words} type="unpauseapp" parameters={{}} onLeave={onLeave} />;
}
