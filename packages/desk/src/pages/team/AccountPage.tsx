// One account: what it may do, its access, balance and customers.
import { CircleHelp, Ellipsis } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useCopy } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { changeOfAccount, type AccountChange } from './account-changes.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { stateOf, stateTones, useAccounts, type Account } from './accounts.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { ResellerParts } from './ResellerParts.tsx';

export function AccountPage({ name }: { readonly name: string }) {
  const { team } = useCopy();
  const { name: application } = useApplication();
  const accounts = useAccounts();
  const toTeam = hrefOf(application, 'team');
  const account = accounts.data?.accounts.find(({ username }) => username === name);
  if (account !== undefined) return <Known account={account} toTeam={toTeam} />;
  return (
    <Page title={name} back={{ href: toTeam, label: team.title }}>
      <Loaded query={accounts}>
        {() => (
          <Empty
            icon={CircleHelp}
            title={team.unknown}
            text={team.unknownText}
            action={
              <ButtonLink kind="outlined" href={toTeam}>
                {team.toTeam}
              </ButtonLink>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

interface KnownProps {
  readonly account: Account;
  readonly toTeam: string;
}

function Known({ account, toTeam }: KnownProps) {
  const { team } = useCopy();
  const mayChange = useMay('all');
  const [isGranting, setGranting] = useState(false);
  const state = stateOf(account);
  return (
    <Page
      title={account.username}
      mark={<Chip tone={stateTones[state]}>{team.states[state]}</Chip>}
      back={{ href: toTeam, label: team.title }}
      {...(mayChange && { actions: <Actions account={account} grant={() => setGranting(true)} /> })}
    >
      <AccountFacts account={account} mayChange={mayChange} />
      {account.role === 'Reseller' && <ResellerParts username={account.username} />}
      {isGranting && <GrantDialog account={account} onLeave={() => setGranting(false)} />}
    </Page>
  );
}

interface ActionsProps {
  readonly account: Account;
  readonly grant: () => void;
}

/** The next step is the filled button: an invitation at first, then what changes most. */
function Actions({ account, grant }: ActionsProps) {
  const openChange = useOpenChange();
  const open = (action: AccountChange | 'balance') =>
    action === 'balance' ? grant() : openChange(changeOfAccount(action, account));
  const { account: copy } = useCopy();
  const isOwn = useApplication().account === account.username;
  const isReseller = account.role === 'Reseller';
  const state = stateOf(account);
  const edit = { label: isReseller ? copy.editLevels : copy.edit, action: 'edit' } as const;
  const balance = { label: copy.changeBalance, action: 'balance' } as const;
  const usual = isReseller ? balance : edit;
  const main =
    state === 'banned'
      ? ({ label: copy.unban, action: 'unban' } as const)
      : state === 'disabled'
        ? ({ label: copy.invite, action: 'invite' } as const)
        : usual;
  const ban = { label: copy.ban, action: 'ban' } as const;
  const end = { label: copy.delete, action: 'delete' } as const;
  const others = [
    ...(isReseller ? [balance] : []),
    edit,
    ...(state === 'banned' ? [] : [ban]),
    end,
  ];
  return (
    <>
      <Button kind="filled" onClick={() => open(main.action)}>
        {main.label}
      </Button>
      <Menu
        buttonLabel={copy.more}
        label={copy.more}
        items={others
          .filter(({ action }) => action !== main.action)
          .map(({ label, action }) => ({
            label,
            // Nobody else might be able to undo it.
            disabledReason: isOwn && (action === 'ban' || action === 'delete') ? copy.own : null,
            choose: () => open(action),
          }))}
      >
        <Icon icon={Ellipsis} size={18} />
      </Menu>
    </>
  );
}
