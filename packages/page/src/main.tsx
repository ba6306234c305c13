// Entry point of the customers' page: loads the language, applies the colours, and draws the app.
import { createRoot } from 'react-dom/client';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { App } from './App.tsx';
import { preferredLanguage } from '@latchkey/web/language.ts';
import { loadLanguage, storageName } from './copy/language.ts';
import '@latchkey/kit/kit.css';
import '@latchkey/kit/style/desk/parts.css';
import '@latchkey/kit/style/desk/second-factor.css';
import './style/page.css';

applyTheme(deriveTheme('#4f46e5', null), document.documentElement);
const container = document.getElementById('root');
// Without a top-level await: the scripts of languages import this one, and would wait for it.
if (container !== null)
  void loadLanguage(preferredLanguage(storageName)).then((language) =>
    createRoot(container).render(<App language={language} />),
  );
