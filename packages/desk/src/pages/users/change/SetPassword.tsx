// Sets a new password of a user, which the page then shows once.
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function SetPassword({ user, shownName, onPassword, onLeave }: ChangeProps) {
  const words = useWords('password', shownName);
  return (
    <ChangeDialog
      {...words}
      type="resetpw"
      parameters={{ user }}
      done={null}
      onDone={({ password }) => onPassword({ name: shownName, password: password ?? '' })}
      onLeave={onLeave}
    />
  );
}
