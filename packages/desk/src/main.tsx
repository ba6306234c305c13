// Entry point of the desk: loads the language, applies colours and shortcut, and draws the app.
import { createRoot } from 'react-dom/client';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { App } from './App.tsx';
import { preferredLanguage } from '@latchkey/web/language.ts';
import { loadLanguage, storageName } from './copy/language.ts';
import { applySlash } from './layout/slash.ts';
import { hrefOf } from './router/location.ts';
import '@latchkey/kit/kit.css';
import '@latchkey/kit/desk.css';
import './style/desk.css';

const accent = '#4f46e5';

applyTheme(deriveTheme(accent, null), document.documentElement);
applySlash();
// Links of invitations have no `#/`, which some mail programs break.
if (location.pathname.endsWith('/invitation'))
  history.replaceState(null, '', `/desk/${hrefOf('invitation', location.hash.slice(1))}`);
const container = document.getElementById('root');
// Without a top-level await: the scripts of languages import this one, and would wait for it.
if (container !== null)
  void loadLanguage(preferredLanguage(storageName)).then((language) =>
    createRoot(container).render(<App language={language} />),
  );
