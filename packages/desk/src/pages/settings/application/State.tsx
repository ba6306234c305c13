// Whether the application is on, and whether it is paused.
import { useCopy } from '../../../copy/language.ts';
import { Chip, type ChipProps } from '@latchkey/kit/Chip.tsx';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import { ChangeButton } from '../rows/ChangeButton.tsx';
import { FlagDialog } from '../rows/FlagDialog.tsx';
import { SettingRow } from '../rows/SettingRow.tsx';
import type { Settings } from '../SettingsPage.tsx';

export function State({ values }: { readonly values: Settings }) {
  return (
    <>
      <OnOff isOn={values.enabled} />
      <Pause isPaused={values.paused} />
    </>
  );
}

interface MarkProps {
  readonly tone: ChipProps['tone'];
  readonly children: string;
}

/** Announced, because the buttons of the row change it. */
function Mark({ tone, children }: MarkProps) {
  return (
    <span role="status">
      <Chip tone={tone}>{children}</Chip>
    </span>
  );
}

function OnOff({ isOn }: { readonly isOn: boolean }) {
  const { settings } = useCopy();
  const { state, flags } = settings;
  const mayChange = useMay('all');
  const label = isOn ? settings.turnOff : settings.turnOn;
  return (
    <SettingRow
      name={flags.enabled.name}
      mark={<Mark tone={isOn ? 'good' : 'danger'}>{isOn ? state.on : state.off}</Mark>}
      now={isOn ? flags.enabled.on : flags.enabled.off}
      tools={
        mayChange && (
          <ChangeButton
            label={label}
            name={label}
            danger={isOn}
            dialog={(onLeave) => <FlagDialog name="enabled" to={!isOn} onLeave={onLeave} />}
          />
        )
      }
    />
  );
}

function Pause({ isPaused }: { readonly isPaused: boolean }) {
  const { state } = useCopy().settings;
  const mayChange = useMay('all');
  const label = isPaused ? state.resume : state.pause;
  return (
    <SettingRow
      name={state.pausing}
      mark={isPaused && <Mark tone="warning">{state.paused}</Mark>}
      now={isPaused ? state.resting : state.running}
      tools={
        mayChange && (
          <ChangeButton
            label={label}
            name={label}
            dialog={(onLeave) => <PauseDialog isPaused={isPaused} onLeave={onLeave} />}
          />
        )
      }
    />
  );
}

interface PauseDialogProps {
  readonly isPaused: boolean;
  readonly onLeave: () => void;
}

function PauseDialog({ isPaused, onLeave }: PauseDialogProps) {
  const { state } = useCopy().settings;
  const words = isPaused
    ? { title: state.resumeTitle, text: state.resumeText, submit: state.resume }
    : { title: state.pauseTitle, text: state.pauseText, submit: state.pause };
  return (
    <ChangeDialog<'pauseapp' | 'unpauseapp'>
      type={isPaused ? 'unpauseapp' : 'pauseapp'}
      parameters={{}}
      {...words}
      danger={!isPaused}
      done={() => (isPaused ? state.resumeDone : state.pauseDone)}
      onLeave={onLeave}
    />
  );
}
