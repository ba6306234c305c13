// Builds the application menu, which macOS needs for standard shortcuts, and the right-click menu.
import type { ProgramCopy } from '../../copy/en/program.ts';
import { Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';

/** Removes the menu bar except on macOS, where the edit shortcuts depend on it. */
export function setApplicationMenu(): void {
  if (process.platform === 'darwin') setMacMenu([]);
  else Menu.setApplicationMenu(null);
}

/** Adds Reload and developer tools in development. Slow, so call it once the window is visible. */
export function addViewMenu(): void {
  const viewMenu = { role: 'viewMenu' } as const;
  if (process.platform === 'darwin') setMacMenu([viewMenu]);
  else Menu.setApplicationMenu(Menu.buildFromTemplate([viewMenu]));
}

function setMacMenu(more: readonly MenuItemConstructorOptions[]): void {
  const template: MenuItemConstructorOptions[] = [{ role: 'appMenu' }, { role: 'editMenu' }];
  template.push(...more, { role: 'windowMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

export function showEditMenu(params: ContextMenuParams, copy: ProgramCopy['edit']): void {
  const { editFlags, isEditable, selectionText } = params;
  if (!isEditable && selectionText === '') return;
  const copyItem: MenuItemConstructorOptions = {
    role: 'copy',
    label: copy.copy,
    enabled: editFlags.canCopy,
  };
  const template: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'cut', label: copy.cut, enabled: editFlags.canCut },
        copyItem,
        { role: 'paste', label: copy.paste, enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', label: copy.selectAll, enabled: editFlags.canSelectAll },
      ]
    : [copyItem];
  Menu.buildFromTemplate(template).popup();
}
