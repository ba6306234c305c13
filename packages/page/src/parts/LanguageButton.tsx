// Changes the language of the page.
import { useLanguage } from '../copy/language.ts';

export function LanguageButton() {
  const { copy, code, choose } = useLanguage();
  const other = code === 'en' ? 'de' : 'en';
  return (
    <button type="button" className="button quiet" lang={other} onClick={() => choose(other)}>
      {copy.signIn.language}
    </button>
  );
}
