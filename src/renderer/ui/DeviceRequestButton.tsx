// Button that asks the brand to move the account to this computer. A receipt replaces the button.
import { Check } from 'lucide';
import { useState } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { deviceReceipt } from '../../copy/state-texts.ts';
import { formatTimeRoundedUp } from '../../copy/dates.ts';
import { joinTitleAndText } from '../../copy/join-title-and-text.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import type { DeviceRequest } from '../../shared/device-request.ts';
import { CopyButton } from './CopyButton.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { WaitLine } from './WaitLine.tsx';

export function DeviceRequestButton() {
  const { bridge } = useLoaderContext();
  const copy = useCopy().wrongDevice;
  const command = useCommand<DeviceRequest>();
  const wait = useWait(command.pending);
  const [receipt, setReceipt] = useState<DeviceRequest | null>(null);
  useEscape(command.pending, () => void askBridge(bridge.cancel({})));
  const ask = async () => {
    const answer = await command.run(() => bridge.requestDevice({}));
    if (answer?.ok === true) setReceipt(answer.value);
  };
  if (receipt !== null) return <Receipt receipt={receipt} />;
  return (
    <>
      <Button kind="filled" wait={wait} busyLabel={copy.asking} onClick={() => void ask()}>
        {copy.ask}
      </Button>
      {command.pending && <WaitLine wait={wait} />}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </>
  );
}

function Receipt({ receipt }: { readonly receipt: DeviceRequest }) {
  const brand = useLoaderContext().info.brand.name;
  const copy = useCopy();
  const { asked, askedBefore, again, copyReceipt } = copy.wrongDevice;
  const title = fill(receipt.earlier ? askedBefore : asked, { brand });
  const text = deviceReceipt(copy, brand, receipt);
  const fullText = joinTitleAndText(copy, title, text);
  useAnnouncement(fullText);
  return (
    <Message tone="good" icon={Check} title={title} text={text}>
      <p className="small">{fill(again, { time: formatTimeRoundedUp(copy, receipt.againAt) })}</p>
      <p className="tools">
        <CopyButton label={copyReceipt} text={() => fullText} />
      </p>
    </Message>
  );
}
