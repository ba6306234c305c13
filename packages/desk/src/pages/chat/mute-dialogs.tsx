// Dialogs that mute a user, or end a mute.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { handleOf } from '../users/user-link.ts';
import { durationText } from './duration-text.ts';

/** Offered durations in seconds: an hour to a year. */
const durations = [3600, 86_400, 604_800, 2_592_000, 31_536_000] as const;
const usual = '86400';

export interface MutedUser {
  readonly username: string;
  /** Beside a masked name. */
  readonly userid?: string | undefined;
}

interface MuteDialogProps {
  /** Null to type the name. */
  readonly user: MutedUser | null;
  readonly onLeave: () => void;
}

export function MuteDialog({ user, onLeave }: MuteDialogProps) {
  const { code, copy } = useLanguage();
  const { mutes } = copy;
  const [typed, setTyped] = useState('');
  const [time, setTime] = useState(usual);
  const named = user ?? { username: typed.trim() };
  return (
    <ChangeDialog
      type="muteuser"
      parameters={{ user: handleOf(named), time }}
      title={mutes.title(user?.username ?? '')}
      text={mutes.muteText}
      submit={mutes.submit}
      ready={named.username !== ''}
      done={() => mutes.done(named.username)}
      onLeave={onLeave}
    >
      {user === null && (
        <Field
          label={mutes.user}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Select label={mutes.duration} value={time} onChange={(event) => setTime(event.target.value)}>
        {durations.map((seconds) => (
          <option key={seconds} value={seconds}>
            {durationText(code, seconds)}
          </option>
        ))}
      </Select>
    </ChangeDialog>
  );
}

interface UnmuteDialogProps {
  readonly user: MutedUser;
  readonly onLeave: () => void;
}

export function UnmuteDialog({ user, onLeave }: UnmuteDialogProps) {
  const { mutes } = useCopy();
  const { username } = user;
  return (
    <ChangeDialog
      type="unmuteuser"
      parameters={{ user: handleOf(user) }}
      title={mutes.unmuteTitle(username)}
      text={mutes.unmuteText}
      submit={mutes.unmute}
      done={() => mutes.unmuted(username)}
      onLeave={onLeave}
    />
  );
}
