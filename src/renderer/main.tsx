// Entry point of the page. All data comes from window.loader; the page stores and fetches nothing.
import { startupRequests } from './bridge/startup-requests.ts';
import { freshReportId } from './bridge/ask-bridge.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadForFirstScreen } from './later-screens.ts';
import { drawPlainScreen, logException } from './plain-screen.ts';
import '@latchkey/kit/kit.css';
import './style/frame.css';
import './style/cover.css';
import './style/trust.css';
import './style/messages.css';
import './style/forms.css';
import './style/states.css';
import './style/ready.css';
import './style/main-control.css';
import './style/home.css';
import './style/settings.css';
import './style/settings-parts.css';
import './style/recovery-codes.css';
import './style/chat.css';
import './style/connection-check.css';
import './style/wide.css';

const container = document.getElementById('root');
// After two renderer crashes, the main process passes a report id here instead of retrying.
const stopped = new URLSearchParams(location.search).get('stopped');
if (container !== null && stopped !== null)
  void drawPlainScreen(container, startupRequests, { reportId: stopped, situation: 'page-gone' });
else if (container !== null) mount(container);

function mount(container: HTMLElement): void {
  const showError = (thrown: unknown) => {
    const reportId = freshReportId();
    logException(startupRequests, reportId, thrown);
    void drawPlainScreen(container, startupRequests, { reportId, situation: 'drawing-failed' });
  };
  const root = createRoot(container, { onUncaughtError: showError });
  void loadForFirstScreen(startupRequests).then(
    (first) => root.render(<App startup={startupRequests} {...first} />),
    showError,
  );
}
