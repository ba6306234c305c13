// Dialog that retracts a release, or offers a retracted one again.
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { releaseKey } from './release-key.ts';
import type { Release } from './ReleasesPage.tsx';

interface RetractDialogProps {
  readonly release: Release;
  readonly onLeave: () => void;
}

export function RetractDialog({ release, onLeave }: RetractDialogProps) {
  const { releases } = useCopy();
  const { version } = release;
  const isRetracted = release.state === 'retracted';
  return (
    <ChangeDialog
      type="retractrelease"
      parameters={{ ...releaseKey(release), undo: isRetracted ? '1' : undefined }}
      title={isRetracted ? releases.againTitle(version) : releases.retractTitle(version)}
      text={isRetracted ? releases.againText : releases.retractText}
      submit={isRetracted ? releases.offerAgain : releases.retract}
      danger={!isRetracted}
      done={() => (isRetracted ? releases.offered(version) : releases.retracted(version))}
      onLeave={onLeave}
    />
  );
}
