// Shows the screen of the open local form.
import { AccountCreated } from './AccountCreated.tsx';
import type { OpenedScreens } from '../later-screens.ts';
import { isSettings, type LocalForm } from '../phase-facts.ts';
import { Forgot } from './Forgot.tsx';
import { KeyScreen } from './KeyScreen.tsx';
import { NewName } from './NewName.tsx';
import { Redeem, type RedeemProps } from './Redeem.tsx';

export interface LocalFormScreenProps extends RedeemProps {
  readonly form: LocalForm;
  /** Not null for the forms of the third script. */
  readonly opened: OpenedScreens | null;
  readonly open: (form: LocalForm) => void;
  readonly leaveSettings: () => void;
}

export function LocalFormScreen({ form, opened, ...props }: LocalFormScreenProps) {
  if (isSettings(form)) return opened !== null && <opened.Settings form={form} {...props} />;
  switch (form) {
    case 'redeem':
      return <Redeem {...props} />;
    case 'key':
      return <KeyScreen {...props} />;
    case 'forgot':
      return <Forgot {...props} />;
    case 'new-name':
      return <NewName {...props} />;
    case 'account-created':
      return <AccountCreated {...props} />;
    case 'chat':
      return opened !== null && <opened.ChatScreen {...props} />;
  }
}
