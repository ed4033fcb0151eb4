import { useState } from 'react'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useAppState } from '../state/useApp.ts'
import { useEdits } from '../ui/useEdits.ts'
import { type ReplayDraft, type ReplaySuggestion, replaySuggestions } from './replayDraft.ts'

const lastUsedKey = 'hookscope.replay.url'

/**
 * What is typed into the dialog that sends a delivery again. It outlives the dialog and a reload; a body that was edited,
 * which may be large, lives as long as the delivery is shown.
 */
export function useReplayDraft(delivery: Delivery): {
  draft: ReplayDraft
  suggestions: ReplaySuggestion[]
  set: ReturnType<typeof useEdits<ReplayDraft>>['set']
  /** Remembers an address that was sent to. */
  used: (url: string) => void
} {
  const receiver = useAppState((state) => state.feed.status?.receiver.url ?? null)
  const present = useAppState((state) => state.route.present)
  // An address that was typed is not masked.
  const [lastUsed, setLastUsed] = useState(() => (present ? null : localStorage.getItem(lastUsedKey)))
  const suggestions = replaySuggestions(delivery.attempts, lastUsed, receiver)
  const [first] = suggestions
  const url = first === undefined || first.why === 'ourReceiver' ? '' : first.url
  const stored: ReplayDraft = { url, signature: 'received', body: null }
  const { form, set } = useEdits<ReplayDraft>(`replay:${delivery.id}`, stored, ['body'])
  return {
    draft: form,
    suggestions,
    set,
    used: (sent) => {
      localStorage.setItem(lastUsedKey, sent)
      setLastUsed(sent)
    },
  }
}
