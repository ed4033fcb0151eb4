import { useEffect, useState } from 'react'
import { uiWords } from './words.ts'
import { useToasts } from './Toasts.tsx'

/** So long a button shows that it copied, ms. */
const shownMs = 1500

/** Puts a text on the clipboard; `done` for a moment afterwards. A clipboard that does not take it is told. */
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
