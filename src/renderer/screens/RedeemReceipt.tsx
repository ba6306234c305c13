// Receipt for a redeemed key, with a button for the next step. Unknown facts are left out.
import { Check } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { formatDateTime } from '../../copy/dates.ts';
import { receiptBefore, receiptText, receiptTitle, receiptUntil } from '../../copy/redeem-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { SheetPart } from '@latchkey/kit/Sheet.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LaunchButton } from '../ui/LaunchButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';
import { allows, isCheckable } from '../../shared/phases.ts';
import type { Program } from '../../shared/program.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { Account, Phase } from '../../shared/session.ts';

export interface RedeemReceiptProps {
  readonly receipt: Receipt;
  readonly phase: Phase;
  readonly close: () => void;
  readonly another: () => void;
}

export function RedeemReceipt({ receipt, phase, close, another }: RedeemReceiptProps) {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const texts = copy.receipt;
  const { subscription } = receipt;
  const account = 'account' in phase ? phase.account : null;
  const now = useServiceNow();
  const until = receiptUntil(copy, receipt, account, now);
  const before = receiptBefore(copy, receipt, now);
  return (
    <StateScreen
      icon={Check}
      tone="good"
      isSuccess
      title={receiptTitle(copy, receipt)}
      text={<Sentence text={texts.lead} name={receipt.username} />}
      report={null}
      situation="redeemed"
      facts={factsOf(copy, receipt, until, account)}
      actions={<NextStep phase={phase} close={close} />}
      links={
        <>
          <Button kind="quiet" onClick={another}>
            {texts.another}
          </Button>
          {/* In the middle, so that its arrival moves neither neighbour. */}
          {canLaunch(phase, session.program) && (
            <Button kind="quiet" onClick={close}>
              {texts.done}
            </Button>
          )}
          <CopyButton
            label={texts.copy}
            text={() => receiptText(copy, info.brand.name, receipt, until, before)}
          />
        </>
      }
    >
      {(subscription ?? until) !== null && (
        <div className="sheet">
          <SheetPart>
            {subscription !== null && <bdi className="headline">{subscription}</bdi>}
            {until !== null && <p className="small">{until}</p>}
            {before !== null && <p className="small">{before}</p>}
          </SheetPart>
        </div>
      )}
    </StateScreen>
  );
}

function factsOf(
  copy: Copy,
  receipt: Receipt,
  until: string | null,
  account: Account | null,
): Fact[] {
  const texts = copy.receipt;
  const { maskedKey, redeemedAt } = receipt;
  const atNextSignIn = until === null && account?.dates === 'outdated';
  return [
    ...(atNextSignIn ? [{ name: texts.until, value: texts.atNextSignIn }] : []),
    { name: texts.key, value: <span className="mono">{maskedKey}</span> },
    { name: texts.redeemed, value: formatDateTime(copy, redeemedAt) },
  ];
}

interface NextStepProps {
  readonly phase: Phase;
  readonly close: () => void;
}

/** Returns whether the user can launch now. A program can be installed only on Ready. */
function canLaunch(phase: Phase, program: Program | null): boolean {
  const installed = program === null || program.next === 'launch';
  return installed && isCheckable(phase);
}

function NextStep({ phase, close }: NextStepProps) {
  const copy = useCopy().receipt;
  const { program } = useLoaderContext().session;
  if (canLaunch(phase, program)) return <LaunchButton onLaunched={close} />;
  return (
    <Button kind="filled" onClick={close}>
      {allows(phase, 'signIn') ? copy.signIn : copy.done}
    </Button>
  );
}
