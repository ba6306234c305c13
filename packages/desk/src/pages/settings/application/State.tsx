// Whether the application is on, and whether it is paused.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { Chip, type ChipProps } from '@latchkey/kit/Chip.tsx';
import { useMay } from '../../../session/application.ts';
import { SettingRow } from '../rows/SettingRow.tsx';
import { turn } from '../changes.tsx';
import type { Settings } from '../SettingsPage.tsx';
import { pauseApplication, resumeApplication } from './changes.ts';

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
          <ChangeButton kind="quiet" danger={isOn} label={label} change={turn('enabled', !isOn)}>
            {label}
          </ChangeButton>
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
            kind="quiet"
            label={label}
            change={isPaused ? resumeApplication : pauseApplication}
          >
            {label}
          </ChangeButton>
        )
      }
    />
  );
}
