// Entry of the third script of the page (../later-screens.ts): screens that the user opens.
export { ChatScreen } from './chat/ChatScreen.tsx';
export { Settings } from './settings/Settings.tsx';
