import { hideSecrets } from './hideSecrets.ts'
import type { ServiceCall } from './startServiceClient.ts'

/**
 * A call whose answer repeats nothing that it was sent: not its tokens, and none of the secrets. Before anything is cut
 * out of the answer, so that no half of a secret is left at the edge. Pure.
 */
export function withoutSecrets(call: ServiceCall, secrets: readonly string[]): ServiceCall {
  if (!call.sent || !call.result.ok) return call
  const { body } = call.result
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const clean = hideSecrets(text, [...secrets, ...tokensOf(call)])
  // Bytes that are no text change only where there was something to hide.
  return clean === text ? call : { ...call, result: { ...call.result, body: Buffer.from(clean) } }
}

function tokensOf(call: ServiceCall): string[] {
  const exchanges = [call.refused, call.sent ? call : null]
  return exchanges.flatMap((exchange) =>
    (exchange?.request.headers ?? [])
      .filter(([name]) => name === 'authorization')
      .map(([, value]) => value.replace(/^Bearer /, '')),
  )
}
