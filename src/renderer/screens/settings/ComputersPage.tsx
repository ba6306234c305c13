// Settings page of the computers: this one and its binding to the account, and the list of all, or
// a link to move the account.
import type { Copy } from '../../../copy/copy.ts';
import { formatEnd } from '../../../copy/dates.ts';
import { formatParts } from '../../../copy/device-texts.ts';
import { fill } from '../../../copy/sentences.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useServiceNow } from '../../ui/use-service-now.ts';
import { OwnComputers } from './OwnComputers.tsx';
import { SettingCard } from './SettingCard.tsx';

export function ComputersPage({ account }: { readonly account: Account }) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const { settings: texts } = copy;
  const now = useServiceNow();
  const canList = account.can?.includes('computers') === true;
  return (
    <>
      <SettingCard
        title={copy.accountScreen.computer}
        text={
          <>
            <p>
              <bdi className="name">{info.computer}</bdi>
            </p>
            <p>{bindingOf(copy, account, now)}</p>
            {account.changes !== undefined && (
              <p>
                {fill(copy.deviceChanges.before, { parts: formatParts(copy, account.changes) })}
              </p>
            )}
          </>
        }
      />
      {canList && <OwnComputers account={account} />}
      {!canList && info.links.reset !== undefined && (
        <SettingCard
          title={texts.otherComputer}
          text={texts.otherComputerText}
          control={<LinkButton name="reset" kind="outlined" label={copy.links.reset} />}
        />
      )}
    </>
  );
}

function bindingOf(copy: Copy, { boundAt }: Account, now: number | null): string {
  const { boundSince, notBound, bindingUnknown } = copy.accountScreen;
  if (boundAt === undefined) return bindingUnknown;
  return boundAt === null ? notBound : fill(boundSince, { date: formatEnd(copy, boundAt, now) });
}
