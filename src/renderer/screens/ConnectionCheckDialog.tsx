// Dialog with the results of the connection check as they arrive: the first cause, three groups, and
// each check in the folded details.
import { Check, CircleAlert, CircleHelp, LoaderCircle, type IconNode } from 'lucide';
import type { Copy } from '../../copy/copy.ts';
import { checkReport, type CheckTexts, resultTexts } from '../../copy/connection-check-texts.ts';
import { fill } from '../../copy/sentences.ts';
import {
  type CheckGroup,
  checkGroups,
  type CheckId,
  type CheckLine,
  type CheckState,
} from '../../shared/connection-check.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

export function ConnectionCheckDialog({ onLeave }: { readonly onLeave: () => void }) {
  const { bridge, info, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.connectionCheck;
  const check = session.connectionCheck;
  const running: CheckTexts = { title: texts.running, text: texts.runningText };
  const finished = check?.isFinished === true ? check : null;
  const shown = finished === null ? running : resultTexts(copy, finished, info);
  return (
    <Dialog
      {...shown}
      onLeave={onLeave}
      more={
        <>
          {/* The window's live region rests behind the dialog. */}
          <p className="unseen" role="status">
            {finished !== null && `${shown.title}. ${shown.text}`}
          </p>
          {check !== null && <Groups lines={check.lines} />}
          {finished !== null && (
            <p className="tools check-tools">
              <CopyButton label={texts.copy} text={() => checkReport(copy, finished, info)} />
            </p>
          )}
        </>
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {texts.close}
      </Button>
      <Button
        kind="outlined"
        disabled={finished === null}
        onClick={() => void askBridge(bridge.checkConnection({}))}
      >
        {texts.again}
      </Button>
    </Dialog>
  );
}

function Groups({ lines }: { readonly lines: readonly CheckLine[] }) {
  const { connectionCheck: copy } = useCopy();
  const groups = Object.keys(checkGroups) as CheckGroup[]; // the table's own keys
  return (
    <>
      <ul className="check-groups">
        {groups.map((group) => {
          const state = stateOfGroup(group, lines);
          return (
            <li key={group} className={state}>
              <StateIcon state={state} />
              <span>{copy.groups[group]}</span>
              <span className="small">{copy.states[state]}</span>
            </li>
          );
        })}
      </ul>
      <details className="check-details">
        <summary>{copy.details}</summary>
        <dl>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </dl>
      </details>
    </>
  );
}

/** The state that says most about the group. */
const bySeverity: readonly CheckState[] = ['problem', 'waiting', 'unknown', 'skipped'];

function stateOfGroup(group: CheckGroup, lines: readonly CheckLine[]): CheckState {
  const ids: readonly CheckId[] = checkGroups[group];
  const states = lines.filter(({ id }) => ids.includes(id)).map(({ state }) => state);
  return bySeverity.find((state) => states.includes(state)) ?? 'ok';
}

const icons: Readonly<Record<CheckState, IconNode>> = {
  waiting: LoaderCircle,
  ok: Check,
  problem: CircleAlert,
  unknown: CircleHelp,
  skipped: CircleHelp,
};

function StateIcon({ state }: { readonly state: CheckState }) {
  return <Icon icon={icons[state]} size={17} />;
}

function Line({ line: { id, state, ms, evidence } }: { readonly line: CheckLine }) {
  const copy = useCopy();
  return (
    <div className={state}>
      <dt>{copy.checkNames[id]}</dt>
      <dd>
        {lineText(copy, state, ms)}
        {evidence !== null && state !== 'skipped' && (
          <bdi className="mono" lang="en" translate="no">
            {evidence}
          </bdi>
        )}
      </dd>
    </div>
  );
}

function lineText({ connectionCheck: copy }: Copy, state: CheckState, ms: number | null): string {
  const word = copy.states[state];
  if (ms === null || state === 'skipped') return word;
  return `${word} · ${fill(copy.duration, { ms: String(ms) })}`;
}
