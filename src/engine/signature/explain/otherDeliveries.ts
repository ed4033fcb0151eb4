import { isHere } from '../hashes.ts'
import { decodeTargets, type Target } from './decodeTarget.ts'
import { createDigester } from './createDigester.ts'
import { ownMethod } from './digestMethods.ts'
import type { BudgetLeft } from './createBudget.ts'
import type { Key } from './keys.ts'
import { bufferOf, possibleMessages } from './text/messages.ts'
import { foundSecret, secretFields } from './finding.ts'
import type { SearchInput, Finding, KnownSecret } from './types.ts'

/** Older deliveries than these are not looked at. */
const maxOthers = 500

/** Result of the comparison with other deliveries. */
export interface Compared {
  findings: Finding[]
  /** Number of deliveries compared; `tried` is the number of digests. */
  compared: number
  tried: number
  complete: boolean
}

/**
 * Finds signatures that were mixed up between deliveries: this digest over another body, or another digest over this
 * body. Both are recomputed, so both are proofs.
 */
export function otherDeliveries(
  input: SearchInput,
  targets: readonly Target[],
  keys: readonly Key[],
  budget: BudgetLeft,
): Compared {
  const result: Compared = { findings: [], compared: 0, tried: 0, complete: true }
  if (input.others.length === 0 || keys.length === 0 || !isHere(input.scheme.algorithm)) return result
  const { scheme, target } = input
  const wanted = new Set(targets.map(({ hex }) => hex))
  const body = bufferOf(input.request.body)
  const digests = createDigests(input, keys, budget)
  const ownDigests = digests.of(body)
  const found = (cause: MixedUp, id: string, key: Key) => {
    if (result.findings.length < 3) result.findings.push(mixedUp(cause, id, key, digests.method, target.direction))
  }
  for (const other of input.others.slice(0, maxOthers)) {
    const otherDigests = body.equals(other.body) ? [] : digests.of(bufferOf(other.body))
    result.tried = digests.made()
    if (ownDigests === null || otherDigests === null) return { ...result, complete: false }
    result.compared++
    const match = otherDigests.find(({ hex }) => wanted.has(hex))
    if (match !== undefined) found('header-of-other-delivery', other.deliveryId, match.key)
    // The same body is a retry, whose signature is right for both.
    if (other.signature === null || target.direction === 'receiver' || body.equals(other.body)) continue
    const otherTargets = new Set(
      decodeTargets([{ text: other.signature.slice(0, 1_000), changes: [] }], scheme).map(({ hex }) => hex),
    )
    const swapped = ownDigests.find(({ hex }) => otherTargets.has(hex) && !wanted.has(hex))
    if (swapped !== undefined) found('header-went-to-other-delivery', other.deliveryId, swapped.key)
  }
  return result
}

/** The digests of bodies with every key, by the scheme itself. */
function createDigests(input: SearchInput, keys: readonly Key[], budget: BudgetLeft) {
  const { request, scheme } = input
  const digester = createDigester()
  const method = ownMethod(scheme)
  let made = 0
  return {
    method: method.name,
    made: () => made,
    /** Null when the budget is spent. */
    of(bytes: Buffer): { hex: string; key: Key }[] | null {
      const [message] = possibleMessages({ ...request, body: bytes }, scheme).own({ changes: [], make: () => bytes })
      const signed = message?.make() ?? bytes
      if (!budget.spend(signed.length * keys.length)) return null
      digester.load(signed)
      made += keys.length
      return keys.map((key) => ({ hex: digester.digest(method, key), key }))
    },
  }
}

type MixedUp = 'header-of-other-delivery' | 'header-went-to-other-delivery'

function mixedUp(
  cause: MixedUp,
  deliveryId: string,
  key: Key,
  method: string,
  direction: SearchInput['target']['direction'],
): Finding {
  const secret: KnownSecret | null = key.origins[0]?.secret ?? null
  const fields = { deliveryId, method, direction, secret: secret === null ? null : foundSecret(secret) }
  return { cause, kind: 'proof', why: { code: cause, fields }, secret: secret === null ? null : secretFields(secret) }
}
