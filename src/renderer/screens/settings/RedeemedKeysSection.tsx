// Lists the masked keys that were redeemed on this computer. The user can remove one or all.
import { useEffect, useRef, useState } from 'react';
import type { Copy } from '../../../copy/copy.ts';
import { formatDateTime, formatEnd } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { RedeemedKey as Redeemed } from '../../../shared/receipt.ts';
import { askBridge } from '../../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { useServiceNow } from '../../ui/use-service-now.ts';

type List = readonly Redeemed[];

export function RedeemedKeysSection() {
  const { bridge } = useLoaderContext();
  const { accountScreen: copy } = useCopy();
  const command = useCommand<List>();
  const [list, setList] = useRedeemedKeys();
  const [removed, setRemoved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const remove = async (redeemedKey: number | null) => {
    const answer = await command.run(() => bridge.removeRedeemed({ id: redeemedKey }));
    if (answer?.ok !== true) return;
    setList(answer.value);
    setRemoved(true);
    title.current?.focus();
  };
  const { failure } = command;
  if (list.length === 0 && failure === null && !removed) return null;
  return (
    <Sheet
      title={copy.redeemed}
      titleRef={title}
      below={<p className="small">{list.length === 0 ? copy.redeemedNone : copy.redeemedText}</p>}
    >
      {list.length > 0 && (
        <Rows>
          {list.map((redeemedKey) => (
            <RedeemedRow
              key={redeemedKey.id}
              redeemedKey={redeemedKey}
              remove={() => void remove(redeemedKey.id)}
            />
          ))}
        </Rows>
      )}
      {list.length > 1 && (
        <RemoveAll isDisabled={command.pending} remove={() => void remove(null)} />
      )}
      {failure !== null && (
        <FailureBox key={failure.reportId} failure={failure} operation="screen" />
      )}
    </Sheet>
  );
}

interface RemoveAllProps {
  readonly isDisabled: boolean;
  readonly remove: () => void;
}

function RemoveAll({ isDisabled, remove }: RemoveAllProps) {
  return (
    <SheetPart>
      <Tools>
        <Button kind="outlined" danger disabled={isDisabled} onClick={remove}>
          {useCopy().accountScreen.removeAll}
        </Button>
      </Tools>
    </SheetPart>
  );
}

/** Reads the list once, when the page opens. */
function useRedeemedKeys() {
  const { bridge } = useLoaderContext();
  const [list, setList] = useState<List>([]);
  useEffect(() => {
    let mounted = true;
    void askBridge(bridge.listRedeemed({})).then((answer) => {
      if (mounted && answer.ok) setList(answer.value);
    });
    return () => void (mounted = false);
  }, [bridge]);
  return [list, setList] as const;
}

function RedeemedRow({
  redeemedKey,
  remove,
}: {
  readonly redeemedKey: Redeemed;
  readonly remove: () => void;
}) {
  const copy = useCopy();
  const texts = copy.accountScreen;
  const now = useServiceNow();
  const grant = grantOf(copy, redeemedKey, now);
  return (
    <Row
      tool={
        <Button
          kind="outlined"
          danger
          label={fill(texts.removeOne, { key: redeemedKey.maskedKey })}
          onClick={remove}
        >
          {texts.remove}
        </Button>
      }
    >
      <bdi className="mono">{redeemedKey.maskedKey}</bdi>
      {grant !== null && (
        <p className="small">
          <bdi>{grant}</bdi>
        </p>
      )}
      <p className="small">
        {fill(texts.redeemedOn, { date: formatDateTime(copy, redeemedKey.redeemedAt) })}
      </p>
    </Row>
  );
}

/** Returns the subscription and end date that the key gave, or null if both are unknown. */
function grantOf(
  copy: Copy,
  { subscription: name, lifetime, expiresAt }: Redeemed,
  now: number | null,
): string | null {
  const texts = copy.accountScreen;
  const date = expiresAt === null || lifetime ? null : formatEnd(copy, expiresAt, now);
  if (name === null) return date === null ? null : fill(texts.addedUntil, { date });
  if (lifetime) return fill(texts.addedLifetime, { name });
  return date === null ? name : fill(texts.addedNamed, { name, date });
}
