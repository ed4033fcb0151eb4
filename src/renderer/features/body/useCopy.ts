import { type RefObject, useEffect, useRef } from 'react'

/**
 * Puts a text of ours on the clipboard when a person copies from an area.
 * @param take what is copied now; null leaves it to the browser
 */
export function useCopy(area: RefObject<HTMLElement | null>, take: (native: Range | null) => string | null): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    // On the document: with nothing selected that it knows of, a browser may say that the copy was asked for elsewhere.
    const onCopy = (event: ClipboardEvent) => {
      const element = area.current
      const native = selectedRange()
      const isOurs = element?.contains(native?.commonAncestorContainer ?? document.activeElement)
      if (isOurs !== true || event.defaultPrevented) return
      const text = latest.current(native)
      if (text === null) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
    }
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [area])
}

/** What the browser has selected in the page, or null. */
function selectedRange(): Range | null {
  const selection = document.getSelection()
  return selection === null || selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0)
}
