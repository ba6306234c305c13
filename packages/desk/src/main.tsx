// Entry point of the desk: loads the language, sets the colours and draws the app.
import { createRoot } from 'react-dom/client';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { App } from './App.tsx';
import { loadLanguage, preferredLanguage } from './copy/language.ts';
import { hrefOf } from './router/location.ts';
import '@latchkey/kit/kit.css';
import '@latchkey/kit/desk.css';
import './style/desk.css';

const accent = '#4f46e5';

applyTheme(deriveTheme(accent, null), document.documentElement);
// Links of invitations have no `#/`, which some mail programs break.
if (location.pathname.endsWith('/invitation'))
  history.replaceState(null, '', `/desk/${hrefOf('invitation', location.hash.slice(1))}`);
const container = document.getElementById('root');
if (container !== null) void start(container);

/**
 * A top-level await would wait forever, because the files of the texts import the file with this
 * script.
 */
async function start(root: HTMLElement): Promise<void> {
  const language = await loadLanguage(preferredLanguage());
  createRoot(root).render(<App language={language} />);
}
