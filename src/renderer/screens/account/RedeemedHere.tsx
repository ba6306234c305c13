// Lists the masked keys that were redeemed on this computer. The user can remove one or all.
import { useEffect, useRef, useState } from 'react';
import type { Copy } from '../../../copy/copy.ts';
import { dateAndTime } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { RedeemedHere as Redeemed } from '../../../shared/receipt.ts';
import { askBridge } from '../../bridge/ask-bridge.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { FailureBox } from '../../ui/FailureBox.tsx';

type List = readonly Redeemed[];

export function RedeemedHere() {
  const { bridge } = useParts();
  const { accountScreen: copy } = useCopy();
  const command = useCommand<List>();
  const [list, setList] = useRedeemedKeys();
  const [removed, setRemoved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const remove = async (one: number | null) => {
    const answer = await command.run(() => bridge.removeRedeemed({ id: one }));
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
          {list.map((one) => (
            <RedeemedRow key={one.id} one={one} remove={() => void remove(one.id)} />
          ))}
        </Rows>
      )}
      {list.length > 1 && (
        <SheetPart>
          <Tools>
            <Button kind="quiet" off={command.pending} onClick={() => void remove(null)}>
              {copy.removeAll}
            </Button>
          </Tools>
        </SheetPart>
      )}
      {failure !== null && <FailureBox key={failure.reportId} failure={failure} moment="screen" />}
    </Sheet>
  );
}

/** Reads the list once, when the account screen opens. */
function useRedeemedKeys() {
  const { bridge } = useParts();
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

function RedeemedRow({ one, remove }: { readonly one: Redeemed; readonly remove: () => void }) {
  const copy = useCopy();
  const words = copy.accountScreen;
  const grant = grantOf(copy, one);
  return (
    <Row
      tool={
        <Button kind="quiet" label={fill(words.removeOne, { key: one.maskedKey })} onClick={remove}>
          {words.remove}
        </Button>
      }
    >
      <bdi className="mono">{one.maskedKey}</bdi>
      {grant !== null && (
        <p className="small">
          <bdi>{grant}</bdi>
        </p>
      )}
      <p className="small">{fill(words.redeemedOn, { date: dateAndTime(copy, one.redeemedAt) })}</p>
    </Row>
  );
}

/** Returns the subscription and end date that the key gave, or null if both are unknown. */
function grantOf(copy: Copy, { subscription: name, lifetime, expiresAt }: Redeemed): string | null {
  const words = copy.accountScreen;
  const date = expiresAt === null || lifetime ? null : dateAndTime(copy, expiresAt);
  if (name === null) return date === null ? null : fill(words.gaveUntil, { date });
  if (lifetime) return fill(words.gaveForGood, { name });
  return date === null ? name : fill(words.gaveNamed, { name, date });
}
