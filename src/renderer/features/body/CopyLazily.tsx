import { Check, Copy } from 'lucide-react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useCopied } from '../../ui/useCopied.ts'
import { uiWords } from '../../ui/words.ts'

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
