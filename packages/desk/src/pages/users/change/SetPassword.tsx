// Sets a new password of a user, or creates a link for one. The page then shows it once.
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function SetPassword({ user, shownName: name, onSecret, onLeave }: ChangeProps) {
  const words = useWords('password', name);
  return (
    <ChangeDialog
      {...words}
      type="resetpw"
      parameters={{ user }}
      done={null}
      onDone={({ password = '' }) => onSecret({ kind: 'password', name, secret: password })}
      onLeave={onLeave}
    />
  );
}

export function CreatePasswordLink({ user, shownName: name, onSecret, onLeave }: ChangeProps) {
  const words = useWords('passwordLink', name);
  return (
    <ChangeDialog
      {...words}
      type="passwordlink"
      parameters={{ user }}
      done={null}
      onDone={({ link }) => onSecret({ kind: 'link', name, secret: link })}
      onLeave={onLeave}
    />
  );
}
