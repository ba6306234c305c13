// The open form of the security settings, which replaces the settings.
import type { Account } from '../../../shared/session.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { NewCodes } from './NewCodes.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TurnOff } from './TurnOff.tsx';
import { TurnOn } from './TurnOn.tsx';
import type { TwoFactorOutcome } from './security-outcome.ts';
import type { SecurityForms, SecurityForm as FormName } from './use-security-forms.ts';

export interface SecurityFormProps {
  readonly account: Account;
  readonly form: FormName;
  readonly forms: Omit<SecurityForms, 'form'>;
}

export function SecurityForm({ account, form, forms }: SecurityFormProps) {
  const { codes, offer, showCodes, leave } = forms;
  const leaveTwoFactor = (end: TwoFactorOutcome | null) =>
    leave(end === null ? null : { of: 'two-factor', end });
  if (codes !== null)
    return (
      <RecoveryCodes
        account={account}
        codes={codes}
        after={form === 'turn-on' ? 'turn-on' : 'new-codes'}
        leave={(end) => leave({ of: 'recovery-codes', end })}
      />
    );
  switch (form) {
    case 'turn-on':
      return (
        <TurnOn
          account={account}
          offerRequest={offer}
          showCodes={showCodes}
          leave={leaveTwoFactor}
        />
      );
    case 'turn-off':
      return <TurnOff account={account} leave={leaveTwoFactor} />;
    case 'change-password':
      return (
        <ChangePassword
          account={account}
          leave={(isChanged) => leave(isChanged ? { of: 'password' } : null)}
        />
      );
    case 'new-codes':
      return <NewCodes account={account} showCodes={showCodes} leave={() => leave(null)} />;
  }
}
