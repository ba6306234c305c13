// Rights and access of an account, with the buttons that change its access.
import { DescriptionList } from '@latchkey/kit/DescriptionList.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useLanguage } from '../../copy/language.ts';
import { balanceParts } from '../balance/durations.ts';
import { useLevels } from '../balance/levels.ts';
import { changeOfAccount } from './account-changes.tsx';
import { rightsText, roleOf, type Account } from './accounts.ts';

interface AccountFactsProps {
  readonly account: Account;
  readonly mayChange: boolean;
}

export function AccountFacts({ account, mayChange }: AccountFactsProps) {
  const language = useLanguage();
  const { account: copy, team, frame } = language.copy;
  const levels = useLevels();
  const { role, createdate, banreason, balance } = account;
  const items = [
    { term: team.role, value: frame.roles[roleOf(role)] },
    { term: team.mayDo, value: rightsText(language, account, levels) },
    ...(role === 'Reseller'
      ? [{ term: team.balance, value: balanceParts(language, balance).join(', ') || frame.none }]
      : []),
    { term: copy.created, value: language.formats.date(createdate) },
    ...(banreason === '' ? [] : [{ term: copy.banReason, value: <bdi>{banreason}</bdi> }]),
  ];
  return (
    <div className="halves">
      <Sheet title={copy.facts}>
        <SheetPart>
          <DescriptionList items={items} />
        </SheetPart>
      </Sheet>
      <Access account={account} mayChange={mayChange} />
    </div>
  );
}

function Access({ account, mayChange }: AccountFactsProps) {
  const { copy, formats } = useLanguage();
  const { account: texts } = copy;
  const { joined, invited, haskey, state } = account;
  const isInvited = invited !== '0';
  // A banned account gets neither an invitation nor a key.
  const isChangeable = mayChange && state !== 'banned';
  return (
    <Sheet title={texts.access}>
      <Rows>
        <Row name={texts.signIn}>
          {joined && <p className="small">{texts.joined}</p>}
          {isInvited && <p className="small">{texts.invitedUntil(formats.dateTime(invited))}</p>}
          {!joined && !isInvited && <p className="small">{texts.notInvited}</p>}
          {isChangeable && (
            <Tools>
              <ChangeButton kind="quiet" change={changeOfAccount('invite', account)}>
                {joined || isInvited ? texts.inviteAgain : texts.invite}
              </ChangeButton>
            </Tools>
          )}
        </Row>
        <Row name={texts.sellerKey}>
          <p className="small">{haskey ? texts.hasKey : texts.noKey}</p>
          {isChangeable && (
            <Tools>
              <ChangeButton kind="quiet" change={changeOfAccount('key', account)}>
                {haskey ? texts.newKey : texts.createKey}
              </ChangeButton>
              {haskey && (
                <ChangeButton kind="quiet" danger change={changeOfAccount('endKey', account)}>
                  {texts.endKey}
                </ChangeButton>
              )}
            </Tools>
          )}
        </Row>
      </Rows>
    </Sheet>
  );
}
