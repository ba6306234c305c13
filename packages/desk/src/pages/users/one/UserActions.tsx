// The actions for one user: extending in front, the others in a menu.
import { Button } from '@latchkey/kit/Button.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import type { ChangeName } from '../../../copy/en/user-changes.ts';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { ChosenChange } from '../changes.ts';
import { isPaused, isRunning, type Plan, type UserFacts } from './user-state.ts';

interface UserActionsProps {
  readonly facts: UserFacts;
  readonly subs: readonly Plan[];
  readonly onChange: (change: ChosenChange) => void;
}

export function UserActions({ facts, subs, onChange }: UserActionsProps) {
  const { userChanges } = useCopy();
  const maySupport = useMay('support');
  const mayAll = useMay('all');
  const offered: readonly (ChangeName | false)[] = [
    maySupport && 'passwordLink',
    maySupport && 'password',
    mayAll && 'rename',
    mayAll && 'email',
    maySupport && subs.some(isRunning) && 'pause',
    maySupport && subs.some(isPaused) && 'resume',
    maySupport && facts.hwids.length > 0 && 'reset',
    maySupport && facts.sessions !== '0' && 'endSessions',
    maySupport && facts.twofactor && 'twoFactor',
    mayAll && 'download',
    maySupport && (facts.banned === null ? 'ban' : 'unban'),
    mayAll && 'remove',
    mayAll && 'erase',
  ];
  const names = offered.filter((name) => name !== false);
  if (!maySupport) return null;
  return (
    <>
      <Menu
        buttonLabel={userChanges.menu}
        label={userChanges.menu}
        items={names.map((name) => ({
          label: userChanges[name].label,
          disabledReason: null,
          choose: () => onChange({ name }),
        }))}
      >
        {userChanges.more}
      </Menu>
      <Button kind="filled" onClick={() => onChange({ name: 'extend' })}>
        {userChanges.extend.label}
      </Button>
    </>
  );
}
