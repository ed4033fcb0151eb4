import { randomBytes } from 'node:crypto'
import type { HeaderLine } from '../../shared/model.ts'
import type { Store } from '../store/store.ts'

/** The one header of ours on what is forwarded: each Hookscope that it passed, so that a loop is seen. */
export const hopHeader = 'x-hookscope-hop'

/** Maximum number of Hookscopes that a delivery passes through; then it is not forwarded. */
const mostHops = 8

/** Name of a forwarder in the header: random, and the same after a restart. */
export async function openHopId(store: Pick<Store, 'documents' | 'putDocument'>): Promise<string> {
  const kept = (await store.documents<{ id: string }>('settings')).find(({ id }) => id === 'hop')
  if (kept !== undefined) return kept.document.id
  const id = randomBytes(8).toString('hex')
  await store.putDocument('settings', 'hop', { id })
  return id
}

/** The headers with this hop added, or null where the delivery has passed it already. Pure. */
export function withHop(headers: readonly HeaderLine[], own: string): HeaderLine[] | null {
  const isHop = ([name]: HeaderLine) => name.toLowerCase() === hopHeader
  const passed = headers
    .filter(isHop)
    .flatMap(([, value]) => value.split(','))
    .map((hop) => hop.trim())
  if (passed.includes(own) || passed.length >= mostHops) return null
  return [...headers.filter((line) => !isHop(line)), [hopHeader, [...passed, own].join(', ')]]
}
