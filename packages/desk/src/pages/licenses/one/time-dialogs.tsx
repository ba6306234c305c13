// Dialogs of changes that take time from users or return it. Each first shows whose time, by a dry
// run.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useDryRun } from '../../../parts/use-dry-run.ts';
import { useApplication } from '../../../session/application.ts';
import { TimeEffect } from '../TimeEffect.tsx';
import type { LicenseInfo } from './LicensePage.tsx';

interface TimeDialogProps {
  readonly license: string;
  readonly info: LicenseInfo;
  readonly onLeave: () => void;
}

const maxReason = 99;

export function BanDialog({ license, info: { usedby }, onLeave }: TimeDialogProps) {
  const { one } = useCopy().licenses;
  const dryRun = useDryRun('ban', { key: license });
  const [reason, setReason] = useState('');
  const [isUserToo, setUserToo] = useState(false);
  return (
    <ChangeDialog
      type="ban"
      parameters={{
        key: license,
        reason: reason === '' ? undefined : reason,
        userToo: isUserToo ? '1' : undefined,
      }}
      title={one.banTitle}
      text={one.banText}
      submit={one.banSubmit}
      danger
      ready={dryRun.isSuccess && reason.length <= maxReason}
      done={() => one.banned}
      onLeave={onLeave}
    >
      <TimeEffect query={dryRun} changes={dryRun.data?.takenBack} isLoss />
      <ReasonField reason={reason} change={setReason} />
      {usedby !== '' && (
        <CheckBox label={one.userToo(usedby)} checked={isUserToo} onChange={setUserToo} />
      )}
      {isUserToo && <p className="small">{one.userTooText}</p>}
    </ChangeDialog>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly change: (reason: string) => void;
}

function ReasonField({ reason, change }: ReasonFieldProps) {
  const { one } = useCopy().licenses;
  const isLong = reason.length > maxReason;
  return (
    <Field
      label={one.reason}
      hint={one.reasonHint}
      autoComplete="off"
      value={reason}
      wrong={isLong}
      onChange={(event) => change(event.target.value)}
    />
  );
}

export function RefundDialog({ license, info: { order }, onLeave }: TimeDialogProps) {
  const { one } = useCopy().licenses;
  const [isWholeOrder, setWholeOrder] = useState(false);
  const parameters = isWholeOrder ? { order } : { key: license };
  const dryRun = useDryRun('refund', parameters);
  return (
    <ChangeDialog
      type="refund"
      parameters={parameters}
      title={one.refundTitle}
      text={one.refundText}
      submit={isWholeOrder ? one.refundOrderSubmit : one.refundSubmit}
      danger
      ready={dryRun.isSuccess}
      done={() => (isWholeOrder ? one.orderRefunded : one.refunded)}
      onLeave={onLeave}
    >
      <TimeEffect query={dryRun} changes={dryRun.data?.takenBack} isLoss />
      {order !== '' && (
        <CheckBox label={one.refundOrder(order)} checked={isWholeOrder} onChange={setWholeOrder} />
      )}
      <p className="small">{one.refundMoney}</p>
    </ChangeDialog>
  );
}

export function UnbanDialog({ license, onLeave }: TimeDialogProps) {
  const { one } = useCopy().licenses;
  const dryRun = useDryRun('unban', { key: license });
  return (
    <ChangeDialog
      type="unban"
      parameters={{ key: license }}
      title={one.unbanTitle}
      text={one.unbanText}
      submit={one.unbanSubmit}
      ready={dryRun.isSuccess}
      done={() => one.unbanned}
      onLeave={onLeave}
    >
      <TimeEffect query={dryRun} changes={dryRun.data?.givenBack} isLoss={false} />
    </ChangeDialog>
  );
}

interface DeleteDialogProps extends TimeDialogProps {
  readonly onDeleted: () => void;
}

export function DeleteDialog({ license, info, onLeave, onDeleted }: DeleteDialogProps) {
  const { one } = useCopy().licenses;
  const { role } = useApplication();
  const dryRun = useDryRun('del', { key: license });
  const isUnused = info.status === 'Not Used';
  return (
    <ChangeDialog
      type="del"
      parameters={{ key: license }}
      title={one.deleteTitle}
      text={isUnused ? one.deleteUnusedText : one.deleteText}
      submit={one.deleteSubmit}
      danger
      ready={dryRun.isSuccess}
      done={() => one.deleted}
      onDone={onDeleted}
      onLeave={onLeave}
    >
      {role === 'reseller' ? (
        <p className="small">{one.deleteCredited}</p>
      ) : (
        <TimeEffect query={dryRun} changes={dryRun.data?.takenBack} isLoss />
      )}
    </ChangeDialog>
  );
}
