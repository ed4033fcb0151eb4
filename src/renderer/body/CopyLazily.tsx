import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { useToasts } from '../ui/Toasts.tsx'
import { bodyWords as words } from '../words/body.ts'

interface CopyLazilyProps {
  /** Made when it is asked for: a body may be large. */
  text: () => string
  /** What is copied, such as "the value": the button reads "Copy the value". */
  what: string
  /** A word beside the icon. */
  label?: string
}

/** Copies a text that is only made then, and shows for a moment that it did. */
export function CopyLazily({ text, what, label }: CopyLazilyProps) {
  const [done, setDone] = useState(false)
  const toasts = useToasts()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () =>
    void navigator.clipboard.writeText(text()).then(
      () => setDone(true),
      () => toasts.problem(words.noClipboard),
    )
  const icon = done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  const name = done ? words.copied : words.copy(what)
  if (label === undefined) return <IconButton icon={icon} label={name} onClick={copy} />
  return (
    <Button look="quiet" icon={icon} title={name} aria-label={name} onClick={copy}>
      {label}
    </Button>
  )
}
