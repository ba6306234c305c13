// Exposes `window.loader` to the page, one function per command, and nothing else of Electron.
// SECURITY: listeners get the snapshot only, never Electron's event object.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { channelOf, commandNames, sessionChannel } from '../shared/commands.ts';
import type { LoaderBridge } from '../shared/contract.ts';
import type { Session } from '../shared/session.ts';

const calls = Object.fromEntries(
  commandNames.map((name) => [
    name,
    (input: unknown) => ipcRenderer.invoke(channelOf(name), input),
  ]),
) as Omit<LoaderBridge, 'onSession'>; // fromEntries widens the keys; they are exactly the commands

const onSession: LoaderBridge['onSession'] = (listener) => {
  const forward = (_event: IpcRendererEvent, session: Session) => {
    listener(session);
  };
  ipcRenderer.on(sessionChannel, forward);
  return () => {
    ipcRenderer.removeListener(sessionChannel, forward);
  };
};

contextBridge.exposeInMainWorld('loader', { ...calls, onSession } satisfies LoaderBridge);
