// Dialogs that add a version, set its last day, and remove it.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import type { AcceptedVersion } from '@latchkey/protocol/versions.ts';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { lastDayOf, versionText, withNewVersion, withVersion } from './version-list.ts';

interface AddVersionProps {
  readonly versions: readonly AcceptedVersion[];
  readonly onLeave: () => void;
}

export function AddVersion({ versions, onLeave }: AddVersionProps) {
  const { versions: copy } = useCopy().settings;
  const [version, setVersion] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [isTried, setTried] = useState(false);
  const text = withNewVersion(versions, version.trim(), lastDay);
  const isWrong = isTried && text === null;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ version: text ?? '' }}
      title={copy.add}
      text={copy.addText}
      submit={copy.add}
      ready={text !== null}
      onNotReady={() => setTried(true)}
      done={() => copy.added(version.trim())}
      onLeave={onLeave}
    >
      <Field
        label={copy.version}
        className="mono"
        value={version}
        wrong={isWrong}
        error={isWrong ? copy.wrong : null}
        onChange={(event) => setVersion(event.target.value)}
      />
      <DayField value={lastDay} onChange={setLastDay} />
    </ChangeDialog>
  );
}

interface DayFieldProps {
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ value, onChange }: DayFieldProps) {
  const { versions: copy } = useCopy().settings;
  return (
    <Field
      type="date"
      label={copy.lastDay}
      hint={copy.lastDayHint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface VersionDialogProps extends AddVersionProps {
  readonly one: AcceptedVersion;
}

export function SetLastDay({ one, versions, onLeave }: VersionDialogProps) {
  const { versions: copy } = useCopy().settings;
  const { version } = one;
  const [lastDay, setLastDay] = useState(lastDayOf(one));
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ version: withVersion(versions, version, versionText(version, lastDay)) }}
      title={copy.setDayTitle(version)}
      text={copy.setDayText}
      submit={copy.setDay}
      done={() => copy.changed(version)}
      onLeave={onLeave}
    >
      <DayField value={lastDay} onChange={setLastDay} />
    </ChangeDialog>
  );
}

export function RemoveVersion({ one: { version }, versions, onLeave }: VersionDialogProps) {
  const { versions: copy } = useCopy().settings;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ version: withVersion(versions, version, null) }}
      title={copy.removeTitle(version)}
      text={copy.removeText}
      submit={copy.remove}
      danger
      done={() => copy.removed(version)}
      onLeave={onLeave}
    />
  );
}
