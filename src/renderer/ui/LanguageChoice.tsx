// Language menu in the footer. It is hidden if the brand offers a single language.
import { Languages } from 'lucide';
import { useFirstContext } from '../bridge/first-context.ts';
import { languageNames } from '../../shared/languages.ts';
import { Icon } from '@latchkey/kit/Icon.tsx';

export function LanguageChoice() {
  const { info, copy, language, setLanguage } = useFirstContext();
  const { offered } = info.language;
  if (offered.length < 2) return null;
  return (
    <label className="language">
      <span className="unseen">{copy.footer.language}</span>
      <Icon icon={Languages} size={15} />
      <select
        value={language}
        onChange={({ currentTarget: { value } }) => {
          const chosen = offered.find((code) => code === value);
          if (chosen !== undefined) setLanguage(chosen);
        }}
      >
        {offered.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </label>
  );
}
