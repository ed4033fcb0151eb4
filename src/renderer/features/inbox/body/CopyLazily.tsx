import { Check, Copy } from 'lucide-react'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { useCopied } from '../../../ui/fields/CopyButton.tsx'
import { uiWords } from '../../../ui/words.ts'
import { type RefObject, useEffect, useRef } from 'react'

interface CopyLazilyProps {
  /** Made when it is asked for: a body may be large. */
  text: () => string
  /** Names the copied text, such as "the value": the button reads "Copy the value". */
  what: string
  /** A word next to the icon. */
  label?: string
}

/** Copies a text that is only made then, and shows for a moment that it did. */
export function CopyLazily({ text, what, label }: CopyLazilyProps) {
  const { done, copy } = useCopied()
  const icon = done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  const name = done ? uiWords.copied : uiWords.copy(what)
  if (label === undefined) return <IconButton icon={icon} label={name} onClick={() => copy(text())} />
  return (
    <Button look="quiet" icon={icon} data-tip={name} aria-label={name} onClick={() => copy(text())}>
      {label}
    </Button>
  )
}

/**
 * Puts a text of ours on the clipboard when the user copies from an area.
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

/** The browser's selection in the page, or null. */
function selectedRange(): Range | null {
  const selection = document.getSelection()
  return selection === null || selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0)
}
