// Dialog that changes how many users are offered a release.
import { useId, useState } from 'react';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { releaseKey } from './release-key.ts';
import type { Release } from './ReleasesPage.tsx';

interface RolloutDialogProps {
  readonly release: Release;
  readonly onLeave: () => void;
}

const steps = [0, 1, 5, 10, 25, 50, 100] as const;

export function RolloutDialog({ release, onLeave }: RolloutDialogProps) {
  const { releases } = useCopy();
  const { percent } = useFormats();
  const id = useId();
  const [rollout, setRollout] = useState(release.rollout);
  const shown = percent(rollout / 100);
  return (
    <ChangeDialog
      type="rolloutrelease"
      parameters={{ ...releaseKey(release), rollout: String(rollout) }}
      title={releases.rolloutTitle(release.version)}
      text={rollout < release.rollout ? releases.rolloutLess : releases.rolloutText}
      submit={releases.rolloutVerb(shown)}
      ready={rollout !== release.rollout}
      done={() => releases.rolledOut(release.version, shown)}
      onLeave={onLeave}
    >
      <div className="range">
        <label htmlFor={id}>{releases.columns.rollout}</label>
        <output htmlFor={id}>{shown}</output>
        <input
          type="range"
          id={id}
          min={0}
          max={100}
          step={1}
          list={`${id}-steps`}
          value={rollout}
          aria-valuetext={shown}
          onChange={(event) => setRollout(event.target.valueAsNumber)}
        />
        <datalist id={`${id}-steps`}>
          {steps.map((step) => (
            <option key={step} value={step} />
          ))}
        </datalist>
      </div>
    </ChangeDialog>
  );
}
