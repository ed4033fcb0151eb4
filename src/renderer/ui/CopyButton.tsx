import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { useToasts } from './Toasts.tsx'
import { uiWords } from '../words/ui.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, such as "the address": the button reads "Copy the address". */
  what: string
  /** With words beside the icon. */
  wide?: boolean
}

/** Copies a text and shows for a moment that it did. */
export function CopyButton({ text, what, wide = false }: CopyButtonProps) {
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
  const icon = done ? <Check /> : <Copy />
  const label = done ? uiWords.copied : uiWords.copy(what)
  return wide ? (
    <Button icon={icon} onClick={copy}>
      {label}
    </Button>
  ) : (
    <IconButton icon={icon} label={label} onClick={copy} />
  )
}
