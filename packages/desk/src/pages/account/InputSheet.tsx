// The language of the desk and its one shortcut. This browser stores both.
import { useState } from 'react';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Switch } from '@latchkey/kit/Switch.tsx';
import { isSlashOn } from '@latchkey/kit/use-slash.ts';
import { languageCodes } from '@latchkey/web/language.ts';
import { useLanguage } from '../../copy/language.ts';
import { turnSlash } from '../../layout/slash.ts';

export function InputSheet() {
  const { copy, code, choose } = useLanguage();
  const { ownAccount } = copy;
  const [isOn, setIsOn] = useState(isSlashOn);
  const turn = (on: boolean) => {
    turnSlash(on);
    setIsOn(on);
  };
  return (
    <Sheet title={ownAccount.input}>
      <SheetPart>
        <Segmented
          label={ownAccount.language}
          value={code}
          onChange={choose}
          options={languageCodes.map((value) => ({ value, label: ownAccount.languages[value] }))}
        />
      </SheetPart>
      <SheetPart>
        <Switch
          label={ownAccount.slash}
          hint={ownAccount.slashHint}
          checked={isOn}
          onChange={turn}
        />
      </SheetPart>
    </Sheet>
  );
}
