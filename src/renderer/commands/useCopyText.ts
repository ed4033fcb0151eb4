import { useCallback } from 'react'
import { useToasts } from '../ui/Toasts.tsx'
import { paletteWords } from './words.ts'

/** Puts a text on the clipboard and reports it in a toast. */
export function useCopyText(): (text: string) => void {
  const toasts = useToasts()
  return useCallback(
    (text) =>
      void navigator.clipboard.writeText(text).then(
        () => toasts.done(paletteWords.copied),
        () => toasts.problem(paletteWords.notCopied),
      ),
    [toasts],
  )
}
