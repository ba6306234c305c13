// Shows this computer's name, its binding to the account, and its changed hardware parts.
import type { Copy } from '../../../copy/copy.ts';
import { formatDateTime } from '../../../copy/dates.ts';
import { formatParts } from '../../../copy/device-texts.ts';
import { fill } from '../../../copy/sentences.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { Sheet } from '@latchkey/kit/Sheet.tsx';

export function ThisComputer({ account }: { readonly account: Account }) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  return (
    <Sheet
      title={copy.accountScreen.computer}
      below={
        <>
          <p>
            <bdi className="name">{info.computer}</bdi>
          </p>
          <p className="small">{bindingOf(copy, account)}</p>
          {account.changes !== undefined && (
            <p className="small">
              {fill(copy.deviceChanges.before, { parts: formatParts(copy, account.changes) })}
            </p>
          )}
        </>
      }
    />
  );
}

function bindingOf(copy: Copy, { boundAt }: Account): string {
  const { boundSince, notBound, bindingUnknown } = copy.accountScreen;
  if (boundAt === undefined) return bindingUnknown;
  return boundAt === null ? notBound : fill(boundSince, { date: formatDateTime(copy, boundAt) });
}
