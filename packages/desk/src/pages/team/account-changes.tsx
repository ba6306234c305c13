// The changes of an account of the team.
import { maxReason } from '@latchkey/protocol/limits.ts';
import { change, type DeskParts, type MakeChange } from '../../changes/change.ts';
import type { DrawnField } from '../../changes/fields.ts';
import { goTo } from '../../router/location.ts';
import { levelsOf, scopesIn, scopesOf, type Account } from './accounts.ts';
import { LevelsChoice } from './LevelsChoice.tsx';
import { RightsChoice } from './RightsChoice.tsx';
import { invitationLink } from './secrets.ts';

export type AccountChange = keyof typeof rows;

interface Parts extends DeskParts {
  readonly account: Account;
}

const rows = {
  edit: ({ account, copy: { accountDialogs, frame } }: Parts) => {
    const { username: user, role } = account;
    const isManager = role === 'Manager';
    return change({
      operation: 'editaccount',
      parameters: { user },
      words: {
        title: isManager ? accountDialogs.editTitle(user) : accountDialogs.levelsTitle(user),
        text: isManager ? accountDialogs.editText : accountDialogs.levelsText,
        submit: frame.save,
        done: accountDialogs.saved(user),
      },
      fields: isManager
        ? { scopes: { label: '', value: scopesOf(account).join(','), draw: Rights } }
        : { keylevels: { label: '', value: levelsOf(account).join(','), draw: Levels } },
    });
  },
  invite: (parts: Parts) => {
    const {
      account,
      copy: { accountDialogs },
    } = parts;
    const { username: user, joined, invited } = account;
    return change({
      operation: 'inviteaccount',
      parameters: { user },
      words: {
        title: joined ? accountDialogs.resetTitle(user) : accountDialogs.inviteTitle(user),
        text: joined ? accountDialogs.resetText(user) : accountDialogs.inviteText(user),
        submit: accountDialogs.inviteSubmit,
      },
      secret: (invitation) => invitationLink(parts, user, invitation),
      children: () => invited !== '0' && <p>{accountDialogs.inviteAgainText}</p>,
    });
  },
  key: ({ account: { username: user, haskey }, copy: { accountDialogs } }: Parts) => {
    const title = accountDialogs.keyTitle(user);
    return change({
      operation: 'newaccountkey',
      parameters: { user },
      words: { title, text: accountDialogs.keyText(user), submit: accountDialogs.keySubmit },
      secret: ({ sellerkey: secret }) => ({
        title,
        text: accountDialogs.keyShownText,
        label: accountDialogs.key,
        secret,
      }),
      children: () => haskey && <p>{accountDialogs.keyAgainText(user)}</p>,
    });
  },
  endKey: ({ account: { username: user }, copy: { account, accountDialogs } }: Parts) =>
    change({
      operation: 'endaccountkey',
      parameters: { user },
      words: {
        title: accountDialogs.endKeyTitle(user),
        text: accountDialogs.endKeyText,
        submit: account.endKey,
        done: accountDialogs.endKeyDone(user),
      },
      danger: true,
    }),
  ban: ({ account: { username: user }, copy: { account, accountDialogs } }: Parts) =>
    change({
      operation: 'banaccount',
      parameters: { user },
      words: {
        title: accountDialogs.banTitle(user),
        text: accountDialogs.banText(user),
        submit: account.ban,
        done: accountDialogs.banDone(user),
      },
      danger: true,
      fields: {
        reason: {
          label: accountDialogs.reason,
          hint: accountDialogs.reasonHint,
          input: { maxLength: maxReason },
        },
      },
    }),
  unban: ({ account: { username: user }, copy: { account, accountDialogs } }: Parts) =>
    change({
      operation: 'unbanaccount',
      parameters: { user },
      words: {
        title: accountDialogs.unbanTitle(user),
        text: accountDialogs.unbanText(user),
        submit: account.unban,
        done: accountDialogs.unbanDone(user),
      },
    }),
  delete: ({
    account: { username: user, role },
    application,
    copy: { account, accountDialogs },
  }: Parts) => {
    const isReseller = role === 'Reseller';
    return change({
      operation: 'deleteAccount',
      parameters: { user },
      words: {
        title: accountDialogs.deleteTitle(user),
        text: isReseller ? accountDialogs.deleteReseller(user) : accountDialogs.deleteManager(user),
        submit: account.delete,
        done: accountDialogs.deleteDone(user),
      },
      danger: true,
      after: () => goTo(application, 'team'),
      children: () =>
        isReseller && (
          <>
            <p>{accountDialogs.deleteKeeps}</p>
            <p>{accountDialogs.deleteRefunds}</p>
          </>
        ),
    });
  },
};

function Rights({ value, error, onChange }: DrawnField) {
  return (
    <RightsChoice
      chosen={scopesIn(value)}
      error={error}
      onChange={(chosen) => onChange(chosen.join(','))}
    />
  );
}

function Levels({ value, error, onChange }: DrawnField) {
  const chosen = value.split(',').filter((level) => level !== '');
  return (
    <LevelsChoice chosen={chosen} error={error} onChange={(next) => onChange(next.join(','))} />
  );
}

export function changeOfAccount(name: AccountChange, account: Account): MakeChange {
  return (desk) => rows[name]({ account, ...desk });
}
