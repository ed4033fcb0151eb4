import type { MenuEntry } from './menuTemplate.ts'

/** The target of a right click; the form of Electron's own. */
export interface ClickedPlace {
  isEditable: boolean
  selectionText: string
  formControlType: string
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

/** The menu of a right click: for text fields and selected text. Empty elsewhere, where none is to open. Pure. */
export function contextMenuTemplate({
  isEditable,
  selectionText,
  formControlType,
  editFlags,
}: ClickedPlace): MenuEntry[] {
  if (isEditable) {
    // A password is never copied out of its field; Chromium reports this, too, but a menu that offers it would look broken.
    const mayCopy = editFlags.canCopy && formControlType !== 'input-password'
    return [
      { role: 'cut', enabled: editFlags.canCut && mayCopy },
      { role: 'copy', enabled: mayCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }]
}
