// The own account: password, second factor, language, shortcut and sessions.
import { useLanguage } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { useMe } from '../../session/me.ts';
import { ApplicationsSheet } from './ApplicationsSheet.tsx';
import { InputSheet } from './InputSheet.tsx';
import { PasswordSheet } from './PasswordSheet.tsx';
import { SecondFactorSheet } from './SecondFactorSheet.tsx';
import { Sessions } from './Sessions.tsx';

export function AccountPage() {
  const { ownAccount, frame } = useLanguage().copy;
  const me = useMe().data;
  if (me === null || me === undefined) return null;
  return (
    <Page title={ownAccount.title} description={`${frame.signedInAs(me.name)} · ${me.ownerid}`}>
      <div className="thirds">
        <PasswordSheet hasSecondFactor={me.hasSecondFactor} />
        <SecondFactorSheet isOn={me.hasSecondFactor} />
        <InputSheet />
      </div>
      {me.isOwner && <ApplicationsSheet applications={me.applications} />}
      <Sessions />
    </Page>
  );
}
