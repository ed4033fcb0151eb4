import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useToasts } from '../ui/Toasts.tsx'
import { uiWords } from '../words/ui.ts'
import './CopyId.css'

interface CopyIdProps {
  text: string
  /** What is copied, such as "the object's id". */
  what: string
  /** What is shown; the text itself when it is left out. */
  children?: string
}

/** An id or another exact value: a click anywhere on it copies it. */
export function CopyId({ text, what, children = text }: CopyIdProps) {
  const [done, setDone] = useState(false)
  const toasts = useToasts()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => toasts.problem(uiWords.notCopied),
    )
  const says = done ? uiWords.copied : uiWords.copy(what)
  return (
    <button type="button" className="copy-id" title={says} onClick={copy}>
      <code>{children}</code>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="unseen">{says}</span>
    </button>
  )
}
