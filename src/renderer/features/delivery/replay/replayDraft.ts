import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'

/** What is typed into the dialog that sends a delivery again. */
export interface ReplayDraft {
  url: string
  signature: 'received' | 'anew'
  /** Null: the bytes as they came. */
  body: string | null
}

export interface ReplaySuggestion {
  url: string
  why: 'lastUsed' | 'forwarded' | 'ourReceiver'
}

/** Addresses that a person is likely to mean, the likeliest first, each once. Pure. */
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

/** Whether this can be an address to send to. The engine has the last word. Pure. */
export function isSendable(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Whether an address looks like our own receiver, on this machine or from outside. Pure. */
export function looksLikeOurs(url: string, receiver: { origin: string | null; url: string | null } | null): boolean {
  if (receiver === null || receiver.origin === null || !isSendable(url)) return false
  const { origin, port, hostname } = new URL(url)
  if (receiver.url !== null && origin === new URL(receiver.url).origin) return true
  const isLoopback = /^(?:localhost\.?|127\.[\d.]+|\[::1?\]|0\.0\.0\.0|\[::ffff:7f.*\])$/.test(hostname)
  return isLoopback && port === new URL(receiver.origin).port
}

/** Larger bodies are not laid out in a field. */
const mostEditable = 100_000

/** The body as text to be edited, or why there is none. Pure. */
export function editableBody(bytes: Uint8Array): { text: string } | { why: 'notText' | 'tooLarge' } {
  if (bytes.length > mostEditable) return { why: 'tooLarge' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // A field would change these when it is left.
    return /[\0\r]/.test(text) ? { why: 'notText' } : { text }
  } catch {
    return { why: 'notText' }
  }
}

/** What a person should know before it is sent. Pure. */
export function replayDoubts(
  draft: ReplayDraft,
  { truncated, signature }: Pick<Delivery, 'truncated' | 'signature'>,
): ('willNotFit' | 'willNotBeWhole')[] {
  if (draft.body === null) return truncated ? ['willNotBeWhole'] : []
  return draft.signature === 'received' && signature.received !== null ? ['willNotFit'] : []
}
