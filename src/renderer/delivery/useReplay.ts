import { useState } from 'react'
import type { Attempt, Delivery } from '../../shared/wireTypes.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { type Call, useCall } from '../state/useCall.ts'
import { isSendable, looksLikeOurs } from './replayDraft.ts'
import { useReplayDraft } from './useReplayDraft.ts'

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
    isOurs: looksLikeOurs(draft.url, receiver) || call.problem?.message.includes('toReceiver') === true,
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
