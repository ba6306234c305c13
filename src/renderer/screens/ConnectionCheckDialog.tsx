// Dialog with the results of the connection check as they arrive: the first cause, three groups, and
// each check in the folded details.
import { useState } from 'react';
import { Check, CircleAlert, Hourglass, Info, type IconNode } from 'lucide';
import {
  checkLines,
  checkReport,
  type CheckTexts,
  resultTexts,
} from '../../copy/connection-check-texts.ts';
import type { CheckGroup, CheckLine, ConnectionCheck } from '../../shared/connection-check.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

export interface ConnectionCheckDialogProps {
  /** Whether the requested check has not begun, so that the known one is old. */
  readonly isStarting: boolean;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}

export function ConnectionCheckDialog(props: ConnectionCheckDialogProps) {
  const { isStarting, onAgain, onLeave } = props;
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.connectionCheck;
  // An outage that ends removes its check from the snapshot, but not from an open dialog.
  const [last, setLast] = useState(session.connectionCheck);
  if (session.connectionCheck !== null && session.connectionCheck !== last)
    setLast(session.connectionCheck);
  const check = isStarting ? null : last;
  const running: CheckTexts = { title: texts.states.waiting, text: '' };
  const finished = check?.isFinished === true ? check : null;
  const { title, text } = finished === null ? running : resultTexts(copy, finished, info);
  return (
    <Dialog
      title={title}
      text={text}
      onLeave={onLeave}
      more={
        <>
          {/* The window's live region rests behind the dialog. */}
          <p className="unseen" role="status">
            {finished !== null && `${title}. ${text}`}
          </p>
          {check !== null && <Groups check={check} />}
          {finished !== null && (
            <p className="tools check-tools">
              <CopyButton
                label={copy.support.details}
                text={() => checkReport(copy, finished, info)}
              />
            </p>
          )}
        </>
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {texts.close}
      </Button>
      <Button kind="outlined" disabled={finished === null} onClick={onAgain}>
        {copy.delivery.checkAgain}
      </Button>
    </Dialog>
  );
}

const groups: readonly CheckGroup[] = ['network', 'service', 'computer'];

function Groups({ check }: { readonly check: ConnectionCheck }) {
  const { connectionCheck: copy } = useCopy();
  return (
    <>
      <ul className="check-groups">
        {groups.map((group) => {
          const state = stateOfGroup(group, check.lines);
          return (
            <li key={group} className={state}>
              <Icon icon={icons[state]} size={17} />
              <span>{copy.groups[group]}</span>
              <span className="small">{copy.states[state]}</span>
            </li>
          );
        })}
      </ul>
      <details className="check-details">
        <summary>{copy.details}</summary>
        <p className="mono quoted" lang="en" translate="no">
          {checkLines(check)}
        </p>
      </details>
    </>
  );
}

type GroupState = 'problem' | 'waiting' | 'ok' | 'unknown';

/** The state that says most about the group. Skipped checks say nothing. */
function stateOfGroup(group: CheckGroup, lines: readonly CheckLine[]): GroupState {
  const states = lines.filter((line) => line.group === group).map(({ state }) => state);
  if (states.includes('problem')) return 'problem';
  if (states.includes('waiting')) return 'waiting';
  const found = states.filter((state) => state !== 'skipped');
  return found.length > 0 && found.every((state) => state === 'ok') ? 'ok' : 'unknown';
}

const icons: Readonly<Record<GroupState, IconNode>> = {
  ok: Check,
  problem: CircleAlert,
  waiting: Hourglass,
  unknown: Info,
};
