import { useState } from 'react'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../data/state/useCall.ts'
import { isSendable, looksLikeOurs, type ReplayDraft, type ReplaySuggestion, replaySuggestions } from './replayDraft.ts'
import { useEdits } from '../../../ui/useEdits.ts'

interface ReplayState extends Omit<ReturnType<typeof useReplayDraft>, 'used'> {
  call: Call<[], Attempt>
  /** The person has tried to send it: what is missing is pointed out. */
  tried: boolean
  /** The address is our own receiver's, as far as anybody knows. */
  isOurs: boolean
  toReceiver: boolean
  setToReceiver: (on: boolean) => void
  send: () => void
  /** Forgets what came of the last time; what was typed stays. */
  begin: () => void
}

/** What is typed to send a delivery again, and what comes of it. */
export function useReplay(delivery: Delivery): ReplayState {
  const { client } = useApp()
  const receiver = useAppState((state) => state.feed.status?.receiver ?? null)
  const [tried, setTried] = useState(false)
  const [toReceiver, setToReceiver] = useState(false)
  const { draft, suggestions, set, used } = useReplayDraft(delivery)
  const call = useCall(async () => {
    const { url, signature, body } = draft
    const edited = body === null ? {} : { bodyText: body }
    const attempt = await client.deliveries.replay({ id: delivery.id, url, signature, toReceiver, ...edited })
    used(url)
    return attempt
  })
  return {
    draft,
    suggestions,
    set,
    call,
    tried,
    // The engine knows more of our addresses than the page does, and says so.
    isOurs: looksLikeOurs(draft.url, receiver) || call.problem?.why?.code === 'leads-to-receiver',
    toReceiver,
    setToReceiver,
    send: () => {
      setTried(true)
      if (isSendable(draft.url)) void call.run()
    },
    begin: () => {
      call.reset()
      setTried(false)
    },
  }
}

const lastUsedKey = 'hookscope.replay.url'

/**
 * What is typed into the dialog that sends a delivery again. It outlives the dialog and a reload; a body that was edited,
 * which may be large, lives as long as the delivery is shown.
 */
function useReplayDraft(delivery: Delivery): {
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
