import { escapeHidden } from '../shared/escapeHidden.ts'
import type { Delivery } from '../shared/wireTypes.ts'
import { deliveryLine } from './listenLines.ts'
import { explanationLines } from './readableSignature.ts'
import type { Part } from './terminal.ts'

/** A delivery for a person: what it is, what its signature says, its headers and what was sent because of it. Pure. */
export function deliveryDetailLines(delivery: Delivery): Part[][] {
  const { signature, headers, attempts } = delivery
  return [
    [{ text: `Delivery ${delivery.id}` }],
    deliveryLine(delivery),
    [],
    [{ text: `${delivery.method} ${delivery.target} HTTP/${delivery.httpVersion}` }],
    ...headers.map(([name, value]): Part[] => [{ text: `${name}: `, colour: 'grey' }, { text: escapeHidden(value) }]),
    [],
    [{ text: `${delivery.size} bytes, SHA-256 ${delivery.sha256}` }],
    ...explanationLines(signature.explanation, null).map((text): Part[] => [{ text }]),
    ...attempts.map(({ startedAt, kind, method, url, error, status }): Part[] => [
      { text: `${startedAt}  ${kind}  ${method} ${url}  ${error?.message ?? String(status ?? '')}` },
    ]),
  ]
}
