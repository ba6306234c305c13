// The language of the desk.
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { languageCodes, useLanguage } from '../../copy/language.ts';

export function LanguageSheet() {
  const { copy, code, choose } = useLanguage();
  const { ownAccount } = copy;
  return (
    <Sheet title={ownAccount.language}>
      <SheetPart>
        <Segmented
          label={ownAccount.language}
          value={code}
          onChange={choose}
          options={languageCodes.map((value) => ({ value, label: ownAccount.languages[value] }))}
        />
      </SheetPart>
    </Sheet>
  );
}
