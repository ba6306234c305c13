// The few menus of this program: what macOS needs for its standard keys, and Cut, Copy, Paste on a right click.
import type { ProgramCopy } from '../../copy/en/program.ts';
import { Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';

/** No menu bar but on macOS, where the edit keys come from it; reload and developer tools only in development. */
export function setApplicationMenu(production: boolean): void {
  const template: MenuItemConstructorOptions[] = [];
  if (process.platform === 'darwin') template.push({ role: 'appMenu' }, { role: 'editMenu' });
  if (!production) template.push({ role: 'viewMenu' });
  if (process.platform === 'darwin') template.push({ role: 'windowMenu' });
  Menu.setApplicationMenu(template.length === 0 ? null : Menu.buildFromTemplate(template));
}

export function showEditMenu(params: ContextMenuParams, words: ProgramCopy['edit']): void {
  const { editFlags, isEditable, selectionText } = params;
  if (!isEditable && selectionText === '') return;
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: words.copy,
    enabled: editFlags.canCopy,
  };
  const template: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'cut', label: words.cut, enabled: editFlags.canCut },
        copy,
        { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
      ]
    : [copy];
  Menu.buildFromTemplate(template).popup();
}
