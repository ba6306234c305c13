// Publishes the folder of a release that `latchkey release make` wrote.
import { useId, useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { RequestDialog } from '../../../parts/RequestDialog.tsx';
import { useApplication } from '../../../session/application.ts';
import { RolloutRange } from '../RolloutRange.tsx';
import { readFolder, type ChosenRelease, type FolderFault } from './release-folder.ts';
import { usePublish } from './use-publish.ts';

const keyForm = /^[0-9a-f]{64}$/;

export function PublishDialog({ onLeave }: { readonly onLeave: () => void }) {
  const { copy, formats } = useLanguage();
  const texts = copy.releases.publish;
  const { change, share } = usePublish();
  const [release, setRelease] = useState<ChosenRelease | null>(null);
  const [publicKey, setPublicKey] = useState('');
  const [rollout, setRollout] = useState('100');
  const [isTried, setTried] = useState(false);
  const key = publicKey.trim().toLowerCase();
  const isKey = keyForm.test(key);
  return (
    <RequestDialog
      title={texts.title}
      text={texts.text}
      submit={texts.submit}
      change={change}
      parameters={{ release, publicKey: key, rollout }}
      ready={release !== null && isKey}
      onNotReady={() => setTried(true)}
      explain={({ code }) => texts.faults[code]}
      done={(stored) =>
        stored.state === 'retracted'
          ? texts.isRetracted(stored.version)
          : copy.releases.rolledOut(stored.version, formats.percent(stored.rollout / 100))
      }
      onLeave={onLeave}
    >
      <FolderField isMissing={isTried && release === null} onRead={setRelease} />
      <Field
        label={texts.key}
        hint={texts.keyHint}
        className="mono"
        value={publicKey}
        wrong={isTried && !isKey}
        error={isTried && !isKey ? texts.keyWrong : null}
        onChange={(event) => setPublicKey(event.target.value)}
      />
      <RolloutRange
        label={copy.releases.columns.rollout}
        value={rollout}
        error={null}
        onChange={setRollout}
      />
      {change.isPending && <ProgressBar share={share} tone="neutral" />}
    </RequestDialog>
  );
}

interface FolderFieldProps {
  readonly isMissing: boolean;
  readonly onRead: (release: ChosenRelease | null) => void;
}

/** The browser also takes a folder that is dropped on the field. */
function FolderField({ isMissing, onRead }: FolderFieldProps) {
  const texts = useCopy().releases.publish;
  const { name } = useApplication();
  const [found, setFound] = useState<ChosenRelease | FolderFault | null>(null);
  const id = useId();
  const read = async (files: readonly File[]) => {
    const result = await readFolder(files, name);
    setFound(result);
    onRead(typeof result === 'string' ? null : result);
  };
  const fault = typeof found === 'string' ? texts.faults[found] : isMissing ? texts.missing : null;
  return (
    <div className="field">
      <label htmlFor={id}>{texts.folder}</label>
      <input
        type="file"
        id={id}
        {
          ...{ webkitdirectory: '' } /* React passes it on, but has no type for it. */
        }
        aria-describedby={`${id}-found`}
        aria-invalid={fault !== null || undefined}
        onChange={(event) => void read([...(event.target.files ?? [])])}
      />
      <div className="below-field" id={`${id}-found`} role="status">
        {fault !== null && <p className="error">{fault}</p>}
        {found !== null && typeof found !== 'string' && (
          <p className="hint">
            <bdi>{texts.found(found.shown)}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
