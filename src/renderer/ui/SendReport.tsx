// Sends a support code to the brand, if the brand allows it. The user first sees the exact text.
import { CircleAlert } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { formatDateTime } from '../../copy/dates.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import { fill } from '../../copy/sentences.ts';
import { connectionCodes, type Failure, type Report } from '../../shared/failure.ts';
import { allows } from '../../shared/phases.ts';
import type { SentReport, SupportReport } from '../../shared/support-report.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { SellerQuote } from './SellerQuote.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { WaitLine } from './WaitLine.tsx';

export interface SendReportProps {
  readonly report: Report;
  /** A failure code or the name of a state. */
  readonly situation: string;
}

/** Returns whether the failure means that the service is probably unreachable. */
function isUnreachable(situation: string): boolean {
  return connectionCodes.some((code) => code === situation);
}

export function SendReport({ report: { reportId }, situation }: SendReportProps) {
  const { bridge, info, session } = useLoaderContext();
  const { sendReport: copy } = useCopy();
  const showCommand = useCommand<SupportReport>();
  const [shownText, setShownText] = useState<string | null>(null);
  const [sent, setSent] = useState<SentReport | null>(null);
  const isSupported = info.supportLog && !session.unsupported.includes('supportLog');
  const show = async () => {
    const answer = await showCommand.run(() => bridge.showReport({ reportId }));
    if (answer?.ok === true) setShownText(answer.value.text);
  };
  if (sent !== null) return <Receipt sent={sent} />;
  const leave = () => setShownText(null);
  return (
    <>
      {isSupported && allows(session.phase, 'sendReport') && !isUnreachable(situation) && (
        <Button kind="quiet" onClick={() => void show()}>
          {fill(copy.ask, { brand: info.brand.name })}
        </Button>
      )}
      {showCommand.failure !== null && <FailureMessage failure={showCommand.failure} />}
      {shownText !== null && (
        <SendDialog text={shownText} reportId={reportId} leave={leave} onSent={setSent} />
      )}
    </>
  );
}

interface SendDialogProps {
  readonly text: string;
  readonly reportId: string;
  readonly leave: () => void;
  readonly onSent: (sent: SentReport) => void;
}

function SendDialog({ text, reportId, leave, onSent }: SendDialogProps) {
  const { bridge, info } = useLoaderContext();
  const { sendReport: copy } = useCopy();
  const command = useCommand<SentReport>();
  const wait = useWait(command.pending);
  // Cancel a report in flight before closing the dialog.
  const stop = () => {
    if (command.pending) void askBridge(bridge.cancel({}));
    else leave();
  };
  const send = async () => {
    const answer = await command.run(() => bridge.sendReport({ reportId }));
    if (answer?.ok === true) onSent(answer.value);
  };
  // The dialog needs a portal, because a paragraph cannot contain a dialog.
  return createPortal(
    <Dialog
      title={fill(copy.title, { brand: info.brand.name })}
      text={copy.text}
      onLeave={stop}
      more={
        <>
          <p className="mono quoted">{text}</p>
          <p className="small">{copy.noted}</p>
          {command.failure !== null && <FailureMessage failure={command.failure} />}
          {command.pending && <WaitLine wait={wait} />}
        </>
      }
    >
      <Button kind="outlined" onClick={stop}>
        {copy.notNow}
      </Button>
      <Button kind="filled" wait={wait} busyLabel={copy.sending} onClick={() => void send()}>
        {copy.send}
      </Button>
    </Dialog>,
    document.body,
  );
}

/** Shows a failure without its support code, because another support code is already visible. */
function FailureMessage({ failure }: { readonly failure: Failure }) {
  const { brand } = useLoaderContext().info;
  const texts = failureTexts(useCopy(), failure, { operation: 'screen', brand: brand.name });
  return (
    <Message
      key={failure.reportId}
      tone={failure.code === 'cancelled' ? 'warning' : 'danger'}
      icon={CircleAlert}
      title={texts.title}
      text={texts.text}
      alert
    >
      <SellerQuote text={failure.sellerText} />
    </Message>
  );
}

function Receipt({ sent: { sentAt, earlier } }: { readonly sent: SentReport }) {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  const element = useRef<HTMLSpanElement>(null);
  const texts = earlier ? copy.sendReport.sentBefore : copy.sendReport.sent;
  const text = fill(texts, { brand: brand.name, date: formatDateTime(copy, sentAt) });
  useAnnouncement(text);
  // The focused button has been removed, so the receipt takes the focus.
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return (
    <span className="small" ref={element} tabIndex={-1}>
      {text}
    </span>
  );
}
