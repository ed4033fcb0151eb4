import type { ClipboardEvent } from 'react'

/** Puts the selected text on the clipboard without the line ends that stand there for the eye only. */
export function joinRows(event: ClipboardEvent): void {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  let text = ''
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cut]')].filter((row) =>
    range.intersectsNode(row),
  )
  for (const row of rows) {
    const part = document.createRange()
    part.selectNodeContents(row)
    if (row.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset)
    if (row.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset)
    text += part.toString()
    if (row.dataset['cut'] === 'false' && row !== rows.at(-1)) text += '\n'
  }
  if (text === '') return
  event.preventDefault()
  event.clipboardData.setData('text/plain', text)
}
