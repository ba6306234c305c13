// Dialog with the last requests to the service. The main process has masked their secrets.
import { useEffect, useState } from 'react';
import { formatShortDuration } from '../../copy/dates.ts';
import { detailOf, sentReport, timeOf } from '../../copy/sent-requests-texts.ts';
import { formatBytes } from '../../copy/task-texts.ts';
import type { Result } from '../../shared/failure.ts';
import type { SentRequest } from '../../shared/sent-requests.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { FailureBox } from '../ui/FailureBox.tsx';

export function SentRequestsDialog({ onLeave }: { readonly onLeave: () => void }) {
  const { info, session } = useLoaderContext();
  const { connectionCheck, sentRequests: copy } = useCopy();
  const answer = useSentRequests();
  const requests = answer?.ok === true ? answer.value : null;
  return (
    <Dialog
      title={copy.title}
      text={requests?.length === 0 ? copy.none : copy.text}
      onLeave={onLeave}
      more={
        answer?.ok === false ? (
          <FailureBox failure={answer.failure} operation="screen" />
        ) : requests !== null && requests.length > 0 ? (
          <>
            <ClockDifference offsetMs={session.clockOffsetMs} />
            <ul className="sent-requests">
              {requests.map((request, index) => (
                <li key={requests.length - index}>
                  <Request request={request} />
                </li>
              ))}
            </ul>
            <p className="tools check-tools">
              <CopyButton label={copy.copy} text={() => sentReport(requests, session, info)} />
            </p>
          </>
        ) : null
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {connectionCheck.close}
      </Button>
    </Dialog>
  );
}

/** Reads the requests once, when the dialog opens. */
function useSentRequests(): Result<readonly SentRequest[]> | null {
  const { bridge } = useLoaderContext();
  const [answer, setAnswer] = useState<Result<readonly SentRequest[]> | null>(null);
  useEffect(() => {
    let mounted = true;
    void askBridge(bridge.readSentRequests({})).then((read) => {
      if (mounted) setAnswer(read);
    });
    return () => void (mounted = false);
  }, [bridge]);
  return answer;
}

function ClockDifference({ offsetMs }: { readonly offsetMs: number | null }) {
  const copy = useCopy();
  if (offsetMs === null) return null;
  return (
    <dl className="facts">
      <div className="fact">
        <dt>{copy.sentRequests.clock}</dt>
        <dd>{formatShortDuration(copy, Math.abs(offsetMs))}</dd>
      </div>
    </dl>
  );
}

function Request({ request }: { readonly request: SentRequest }) {
  const copy = useCopy();
  const { sentRequests: texts, trustPanel } = copy;
  const { operation, at, fields, trust, sentBytes, receivedBytes } = request;
  const detail = detailOf(copy, request);
  return (
    <details>
      <summary>
        <span>
          {texts.operations[operation]}
          {detail !== null && <span className="small">{detail}</span>}
        </span>
        <span className="small">{timeOf(copy, at)}</span>
      </summary>
      {trust !== null && <p className="small">{trustPanel.titles[trust]}</p>}
      <dl className="facts">
        <Fact name={texts.sent} value={formatBytes(copy, sentBytes)} />
        <Fact
          name={texts.received}
          value={receivedBytes === null ? texts.nothing : formatBytes(copy, receivedBytes)}
        />
        {fields.map(({ name, value }) => (
          <Fact key={name} name={name} value={value ?? texts.hidden} />
        ))}
      </dl>
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
