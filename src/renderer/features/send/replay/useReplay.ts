import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { sendableHeaders } from '../../../../shared/requestText/sendableHeaders.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { Attempt, Delivery, Environment, ReplayInput } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import { readOnce } from '../../../data/state/queries.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import type { BodyMemory } from '../workbench/BodyPart.tsx'
import { isLoopback } from '../../../../shared/loopback.ts'
import { touchedProduction, useReplayGuard } from './useReplayGuard.ts'
import {
  arrivedSince,
  canSend,
  headersOf,
  isSendable,
  linesOf,
  type RequestDraft,
  type RequestSource,
  type Sending,
  type SigningSecret,
  withCredentials,
} from '../workbench/requestDraft.ts'

export interface ReplaySuggestion {
  url: string
  why: 'lastUsed' | 'forwarded' | 'ourReceiver'
}

/** Suggested addresses, the likeliest first, each once. Pure. */
export function replaySuggestions(
  attempts: readonly Pick<Attempt, 'kind' | 'url'>[],
  lastUsed: string | null,
  receiver: string | null,
): ReplaySuggestion[] {
  const last = attempts.findLast(({ kind }) => kind === 'replay')?.url ?? lastUsed
  const forwarded = attempts.findLast(({ kind }) => kind === 'forward')?.url ?? null
  const all: { url: string | null; why: ReplaySuggestion['why'] }[] = [
    { url: last, why: 'lastUsed' },
    { url: forwarded, why: 'forwarded' },
    { url: receiver, why: 'ourReceiver' },
  ]
  return all.flatMap(({ url, why }, place) =>
    url === null || all.slice(0, place).some((other) => other.url === url) ? [] : [{ url, why }],
  )
}

/** Whether an address looks like our own receiver, on this machine or from outside. Pure. */
export function looksLikeOurs(url: string, receiver: { origin: string | null; url: string | null } | null): boolean {
  if (receiver === null || receiver.origin === null || !isSendable(url)) return false
  const { origin, port, hostname } = new URL(url)
  if (receiver.url !== null && origin === new URL(receiver.url).origin) return true
  return isLoopback(hostname) && port === new URL(receiver.origin).port
}

/** A delivery as a request to begin with: its method, and its headers but for those of the connection. Pure. */
export function draftOfDelivery({ method, headers }: Pick<Delivery, 'method' | 'headers'>, url: string): RequestDraft {
  return { method, url, headers: headersOf(sendableHeaders(headers).sent), body: null, signing: { kind: 'kept' } }
}

/** A replay as a request to begin with: exactly what was sent then. Pure. */
export function draftOfAttempt(
  { method, url, requestHeaders, requestBody }: Pick<Attempt, 'method' | 'url' | 'requestHeaders' | 'requestBody'>,
  { headers }: Pick<Delivery, 'headers'>,
): RequestDraft {
  return {
    method,
    url,
    headers: headersOf(withCredentials(requestHeaders, sendableHeaders(headers).sent)),
    body: requestBody == null ? null : { text: () => requestBody },
    signing: { kind: 'kept' },
  }
}

/** Input of the call: only fields that differ from the delivery. Pure. */
export function replayInput(
  draft: RequestDraft,
  origin: Pick<RequestDraft, 'method' | 'headers'>,
): Omit<ReplayInput, 'id' | 'toReceiver'> {
  const { method, url, headers, body, signing } = draft
  const lines = linesOf(headers)
  const isSameHeaders = JSON.stringify(lines) === JSON.stringify(linesOf(origin.headers))
  return {
    url,
    signature: signing.kind === 'kept' ? 'received' : 'new',
    ...(method === origin.method ? {} : { method }),
    ...(isSameHeaders ? {} : { headers: lines }),
    ...(body === null ? {} : { bodyText: body.text() }),
    ...(signing.kind === 'stored' ? { secretFingerprint: signing.fingerprint } : {}),
    ...(signing.kind === 'typed' ? { secret: signing.secret } : {}),
  }
}

export interface ReplayState {
  draft: RequestDraft
  set: <K extends keyof RequestDraft>(field: K, value: RequestDraft[K]) => void
  source: RequestSource
  origin: RequestDraft
  memory: BodyMemory
  suggestions: ReplaySuggestion[]
  sending: Sending
  /** The delivery that the last replay became at our own receiver, once it is known. */
  arrived: DeliverySummary | null
  /** The person has tried to send it: what is missing is pointed out. */
  tried: boolean
  /** The address is our own receiver's, as far as we know. */
  isOurs: boolean
  toReceiver: boolean
  setToReceiver: (on: boolean) => void
  send: () => void
  /** Sends it although the host is beyond this machine. */
  allow: (host: string) => void
  /** Forgets the last result; typed text stays. */
  begin: () => void
  /** Takes what was sent then as the request, or with null the delivery as it came. Replaces typed text. */
  startFrom: (attempt: Attempt | null) => void
  /** Changes with each start: the editor begins again. */
  edition: number
}

/** The last replay, to find the delivery that it became. */
interface Sent {
  after: string
  method: string
  size: number
}

/** State of the replay panel: the draft, and the result of sending it. */
export function useReplay(delivery: Delivery, from: Attempt | null = null): ReplayState {
  const { store } = useApp()
  const receiver = useAppState((state) => state.feed.status?.receiver ?? null)
  const [tried, setTried] = useState(false)
  const [toReceiver, setToReceiver] = useState(false)
  const { draft, origin, suggestions, set, used } = useReplayDraft(delivery, from)
  // A memory for each edition: the editor that goes leaves its text in the one that goes with it.
  const [{ edition, memory }, setEdition] = useState<Pick<ReplayState, 'edition' | 'memory'>>(() => ({
    edition: 0,
    memory: { current: null },
  }))
  const source = useSource(delivery)
  // The editor works outside of React's events: a request sent with the key must not be a render behind the typed text.
  const body = useRef(draft.body)
  const change: ReplayState['set'] = (field, value) => {
    if (field === 'body') body.current = value as RequestDraft['body']
    set(field, value)
  }
  const allowed = useRef<string | undefined>(undefined)
  const { sending, arrived, replay, reset } = useSending(delivery, used)
  const mayGoOn = useReplayGuard()
  const sendAsked = async () => {
    const sources = [delivery.environmentId]
    if (!(await mayGoOn(sources, draft.url))) return
    // The question about production names the host: one answer allows it.
    const touched = touchedProduction(store.getState().feed.environments, sources, draft.url)
    if (touched !== null) allowed.current = touched.host
    replay(
      {
        id: delivery.id,
        toReceiver,
        allowHost: allowed.current,
        ...replayInput({ ...draft, body: body.current }, origin),
      },
      draft.method,
    )
  }
  const startFrom = (attempt: Attempt | null) => {
    const next = attempt === null ? { ...origin, url: draft.url } : draftOfAttempt(attempt, delivery)
    change('method', next.method)
    change('url', next.url)
    change('headers', next.headers)
    change('body', next.body)
    change('signing', next.signing)
    setEdition((now) => ({ edition: now.edition + 1, memory: { current: null } }))
  }
  const send = () => {
    setTried(true)
    if (canSend(draft) && !sending.busy) void sendAsked()
  }
  return {
    draft,
    set: change,
    source,
    origin,
    memory,
    suggestions,
    sending,
    arrived: toReceiver ? arrived : null,
    tried,
    // The engine knows more of our addresses than the page does.
    isOurs: looksLikeOurs(draft.url, receiver) || sending.problem?.why?.code === 'leads-to-receiver',
    toReceiver,
    setToReceiver,
    send,
    allow: (host) => {
      allowed.current = host
      send()
    },
    begin: () => {
      setTried(false)
      reset()
    },
    startFrom,
    edition,
  }
}

/**
 * Sends replays of a delivery, one at a time.
 * @param used called with the URL of each that was sent
 */
function useSending({ size }: Pick<Delivery, 'size'>, used: (url: string) => void) {
  const { store } = useApp()
  const [sent, setSent] = useState<Sent | null>(null)
  // It is shown until the next one is there.
  const [answer, setAnswer] = useState<Attempt>()
  const { mutate, isPending, error, reset } = useMutation(
    useCalls().deliveries.replay.mutationOptions({
      onSuccess: (attempt, { url }) => {
        used(url)
        setAnswer(attempt)
      },
    }),
  )
  const arrived = useAppState(({ feed }) =>
    sent === null || isPending ? null : arrivedSince(feed.window, sent.after, sent),
  )
  const sending: Sending = { busy: isPending, answer, problem: error }
  return {
    sending,
    /** The delivery that the last replay became, if it was sent to our own receiver. */
    arrived,
    replay: (input: ReplayInput, method: string) => {
      const { bodyText } = input
      setSent({
        after: store.getState().feed.window[0]?.id ?? '0',
        method,
        size: bodyText === undefined ? size : new TextEncoder().encode(bodyText).length,
      })
      mutate(input)
    },
    reset: () => {
      if (isPending) return
      reset()
      setAnswer(undefined)
    },
  }
}

/** A stored delivery as the source of a request. */
function useSource(delivery: Delivery): RequestSource {
  const { environmentId, headers, signature, truncated } = delivery
  const environments = useAppState((state) => state.feed.environments)
  const { bytes, problem } = useBody(delivery)
  return useMemo(
    () => ({
      bytes,
      problem,
      truncated,
      isSigned: signature.received !== null,
      headers,
      ...signingSecrets(environments, environmentId),
    }),
    [bytes, problem, truncated, signature.received, headers, environments, environmentId],
  )
}

/** Secrets to sign with: the current one of an environment, its older ones, and those of all others, each once. Pure. */
export function signingSecrets(
  environments: readonly Pick<Environment, 'id' | 'name' | 'sharedSecrets'>[],
  environmentId: string,
): Pick<RequestSource, 'currentSecret' | 'secrets'> {
  const own = environments.find(({ id }) => id === environmentId)
  const currentSecret = own?.sharedSecrets.find(({ current }) => current)?.fingerprint ?? null
  const known = new Set([currentSecret])
  const secrets = [...(own === undefined ? [] : [own]), ...environments.filter((other) => other !== own)].flatMap(
    ({ name, sharedSecrets, id }) =>
      sharedSecrets.flatMap(({ fingerprint, label, publicKeys }): SigningSecret[] => {
        if (fingerprint === null || known.has(fingerprint) || publicKeys.length > 0) return []
        known.add(fingerprint)
        return [{ fingerprint, label, environment: id === environmentId ? null : name }]
      }),
  )
  return { currentSecret, secrets }
}

const lastUsedKey = 'hookscope.replay.url'

/**
 * The draft of a replay. Method and URL outlive the dialog and a reload; headers, which may hold
 * credentials, and the body, which may be large, live as long as the delivery is shown.
 */
function useReplayDraft(delivery: Delivery, from: Attempt | null) {
  const receiver = useAppState((state) => state.feed.status?.receiver.url ?? null)
  const present = useAppState((state) => state.route.present)
  // An address that was typed is not masked.
  const [lastUsed, setLastUsed] = useState(() => (present ? null : localStorage.getItem(lastUsedKey)))
  const suggestions = replaySuggestions(delivery.attempts, lastUsed, receiver)
  const [first] = suggestions
  const url = first === undefined || first.why === 'ourReceiver' ? '' : first.url
  const origin = useMemo(() => draftOfDelivery(delivery, url), [delivery, url])
  const start = useMemo(() => (from === null ? origin : draftOfAttempt(from, delivery)), [from, origin, delivery])
  const key = from === null ? `replay:${delivery.id}` : `replay:${delivery.id}:${from.id}`
  const { form, set } = useEdits<RequestDraft>(key, start, ['headers', 'body', 'signing'])
  return {
    draft: form,
    origin,
    suggestions,
    set,
    used: (sent: string) => {
      localStorage.setItem(lastUsedKey, sent)
      setLastUsed(sent)
    },
  }
}

/** Fetches the body of a delivery, which never changes. */
function useBody({ id, size }: Pick<Delivery, 'id' | 'size'>): Pick<RequestSource, 'bytes' | 'problem'> {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [['deliveries', 'body'], { bytesOf: id, size }],
    queryFn: async ({ signal }) => fetchBody(client, id, size, signal),
    staleTime: readOnce,
  })
  return { bytes: data ?? null, problem: error?.message ?? null }
}
