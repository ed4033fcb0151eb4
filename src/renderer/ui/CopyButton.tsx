import { Check, Copy } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'
import { uiWords } from './words.ts'
import { useCopied } from './useCopied.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, such as "the address": the button reads "Copy the address". */
  what: string
  /** With words beside the icon. */
  wide?: boolean
}

/** Copies a text and shows for a moment that it did. */
export function CopyButton({ text, what, wide = false }: CopyButtonProps) {
  const { done, copy } = useCopied()
  const icon = done ? <Check /> : <Copy />
  const label = done ? uiWords.copied : uiWords.copy(what)
  return wide ? (
    <Button icon={icon} onClick={() => copy(text)}>
      {label}
    </Button>
  ) : (
    <IconButton icon={icon} label={label} onClick={() => copy(text)} />
  )
}
