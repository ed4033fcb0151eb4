import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../basics/Button.tsx'
import { uiWords } from '../words.ts'
import { useToasts } from '../notes/Toasts.tsx'
import styles from './Field.module.css'

interface CopyButtonProps {
  text: string
  /** Names the copied text, such as "the address": the button reads "Copy the address". */
  what: string
  /** With words next to the icon. */
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

/** Time for which a button shows that it copied, ms. */
const shownMs = 1500

/** Puts a text on the clipboard; `done` for a moment afterwards. Reports a failure in a toast. */
export function useCopied(): { done: boolean; copy: (text: string) => void } {
  const [done, setDone] = useState(false)
  const toasts = useToasts()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), shownMs)
    return () => clearTimeout(timer)
  }, [done])
  return {
    done,
    copy: (text) =>
      void navigator.clipboard.writeText(text).then(
        () => setDone(true),
        () => toasts.problem(uiWords.notCopied),
      ),
  }
}

/** An id or another exact value, whole, with a button that copies it. */
export function CopyValue({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles.copyValue}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
