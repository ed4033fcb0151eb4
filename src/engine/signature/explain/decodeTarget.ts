import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import { type Change, costOf } from './causes/change.ts'
import { readDigest } from './digest/readDigest.ts'
import { type TargetText, unwrapped } from './digest/unwrapped.ts'

/** A digest that the search looks for, with the changes that were needed to read it. */
export interface Target {
  hex: string
  /** Bytes. */
  length: number
  changes: readonly Change[]
  /** Such as "base64". */
  written: string
  cost: number
}

/** A shorter digest could match by chance. */
const minDigestBytes = 16
const maxDigestBytes = 64

/** Every digest that can be read from the texts, each once, the plainest reading first. */
export function decodeTargets(texts: readonly TargetText[], scheme: DigestScheme): Target[] {
  const targets = new Map<string, Target>()
  for (const { text, changes } of unwrapped(texts)) {
    for (const reading of readDigest(text, scheme.encoding)) {
      if (reading.bytes.length < minDigestBytes || reading.bytes.length > maxDigestBytes) continue
      const hex = reading.bytes.toString('hex')
      const all = [...changes, ...reading.changes]
      const cost = costOf(all)
      const known = targets.get(hex)
      if (known === undefined || known.cost > cost) {
        targets.set(hex, { hex, length: reading.bytes.length, changes: all, written: reading.written, cost })
      }
    }
  }
  return [...targets.values()].sort((a, b) => a.cost - b.cost)
}
