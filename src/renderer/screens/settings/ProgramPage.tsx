// Settings page of the program: its folder, repair and removal, its automatic launch and the
// seller's options.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { fill } from '../../../copy/sentences.ts';
import { programState, repairLabel } from '../../../copy/program-state.ts';
import { formatBytes } from '../../../copy/task-texts.ts';
import { allows } from '../../../shared/phases.ts';
import type { Program } from '../../../shared/program.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { UninstallQuestion } from '../../ui/ProgramMenu.tsx';
import { Options } from './Options.tsx';
import { SettingCard } from './SettingCard.tsx';

export function ProgramPage() {
  const { bridge, session } = useLoaderContext();
  const { settings: copy } = useCopy();
  const { program, preferences } = session;
  return (
    <>
      {program !== null && <InstalledProgram program={program} />}
      {preferences.launchWhenSignedIn !== null && (
        <SettingCard
          title={copy.launch}
          text={copy.launchText}
          control={
            <CheckBox
              label={copy.launch}
              hidesLabel
              checked={preferences.launchWhenSignedIn}
              onChange={(value) =>
                void bridge.choosePreference({ name: 'launchWhenSignedIn', value })
              }
            />
          }
        />
      )}
      <Options />
    </>
  );
}

function InstalledProgram({ program }: { readonly program: Program }) {
  const { info, session } = useLoaderContext();
  const texts = useCopy();
  const { delivery: copy } = texts;
  const command = useCommand<null>();
  const isRunning = !allows(session.phase, 'repairProgram');
  const hasTask = session.tasks.length > 0;
  const reason = isRunning
    ? fill(copy.running, { brand: info.brand.name })
    : hasTask
      ? copy.busy
      : null;
  const props = { program, command, reason };
  return (
    <>
      <SettingCard title={texts.settings.installation} text={programState(texts, program)} />
      <FolderCard {...props} />
      {program.installed !== null && <RepairCard {...props} />}
      {program.installed !== null && <UninstallCard {...props} />}
      {reason !== null && <p className="small">{reason}</p>}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="launch" />
      )}
    </>
  );
}

interface ProgramCardProps {
  readonly program: Program;
  readonly command: ReturnType<typeof useCommand<null>>;
  /** The reason why the program cannot be changed now, or null. */
  readonly reason: string | null;
}

function FolderCard({ program, command, reason }: ProgramCardProps) {
  const { bridge, session } = useLoaderContext();
  const { delivery: texts, settings: copy } = useCopy();
  // A paused task does not prevent a move: it resumes in the new folder.
  const canMove = reason === null || reason === texts.busy;
  const isTaskRunning = session.tasks.some(({ state }) => state === 'running');
  return (
    <SettingCard
      title={copy.folder}
      text={
        <bdi className="path" translate="no">
          {program.folder}
        </bdi>
      }
      control={
        <div className="setting-tools">
          {program.canShowFolder && (
            <Button kind="outlined" onClick={() => void bridge.showProgramFolder({})}>
              {copy.showFolder}
            </Button>
          )}
          {program.movable && (
            <Button
              kind="outlined"
              disabled={!canMove || isTaskRunning}
              onClick={() => void command.run(() => bridge.moveProgram({}))}
            >
              {program.installed === null ? texts.chooseFolder : copy.move}
            </Button>
          )}
        </div>
      }
    />
  );
}

function RepairCard({ program, command, reason }: ProgramCardProps) {
  const { bridge } = useLoaderContext();
  const texts = useCopy();
  const { delivery, settings: copy } = texts;
  return (
    <SettingCard
      title={delivery.repair}
      text={copy.repairText}
      control={
        <Button
          kind="outlined"
          disabled={reason !== null}
          onClick={() => void command.run(() => bridge.repairProgram({}))}
        >
          {repairLabel(texts, program)}
        </Button>
      }
    />
  );
}

function UninstallCard({ program, command, reason }: ProgramCardProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const [isConfirming, setIsConfirming] = useState(false);
  const size = program.size ?? 0;
  return (
    <SettingCard
      title={copy.delivery.uninstall}
      text={fill(copy.settings.uninstallText, { size: formatBytes(copy, size) })}
      control={
        <Button
          kind="outlined"
          danger
          disabled={reason !== null}
          onClick={() => setIsConfirming(true)}
        >
          {copy.delivery.uninstall}
        </Button>
      }
    >
      {isConfirming && (
        <UninstallQuestion
          size={size}
          keep={() => setIsConfirming(false)}
          uninstall={() => {
            setIsConfirming(false);
            void command.run(() => bridge.uninstallProgram({}));
          }}
        />
      )}
    </SettingCard>
  );
}
