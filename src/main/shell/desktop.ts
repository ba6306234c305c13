// Connects the user's settings to the window, and to the program's start with the system.
import type { NativeTheme } from 'electron';
import type { Autostart, Desktop, LinkRegistration } from '../core/ports.ts';
import type { ZoomControl } from './zoom.ts';

export function createDesktop(
  nativeTheme: Pick<NativeTheme, 'themeSource'>,
  zoom: ZoomControl,
  autostart: Autostart | null,
  links: LinkRegistration | null,
): Desktop {
  const applyTheme: NonNullable<Desktop['window']>['applyTheme'] = (theme) => {
    nativeTheme.themeSource = theme;
  };
  return { window: { applyTheme, setZoom: zoom.set, onZoom: zoom.onChange }, autostart, links };
}
