import { setImmediate } from 'node:timers/promises'
import type { RedactionKind, RedactionRules } from '../../shared/redaction/rules.ts'
import type { ExportPreview } from '../../shared/wireTypes.ts'
import { isFailed } from '../../shared/model.ts'
import { mostExplainingMs } from './limits.ts'
import type { ExportSource } from './exportSource.ts'
import { redactItem } from './writeExport.ts'

/** So many deliveries are looked through, the newest: a preview is there while a person waits. */
const mostLooked = 500
/** Places that are shown with their values: so many, and so many of each kind. */
const mostExamples = 60
const mostOfKind = 12
/** Letters of a value that are shown. */
const longest = 120

/** What redaction would replace, and what could no longer be checked because of it. Closes the source. */
export async function previewExport(
  source: ExportSource,
  rules: RedactionRules,
  signal?: AbortSignal,
): Promise<ExportPreview> {
  const counts = new Map<RedactionKind, { count: number; deliveries: number }>()
  const unread = new Map<ExportPreview['unread'][number]['reason'], { count: number; leftOut: number }>()
  const examples: ExportPreview['examples'] = []
  const unchecked = { body: 0, token: 0, address: 0 }
  let looked = 0
  let failed = 0
  try {
    for await (const item of source.items({ from: 'newest', explain: false })) {
      signal?.throwIfAborted()
      if (item === null) continue
      looked += 1
      if (isFailed(item.handed.delivery.verdict)) failed += 1
      const seen = new Set<RedactionKind>()
      const file = redactItem(item, rules, ({ kind, at, before, after }) => {
        const known = counts.get(kind) ?? { count: 0, deliveries: 0 }
        counts.set(kind, { count: known.count + 1, deliveries: known.deliveries + (seen.has(kind) ? 0 : 1) })
        seen.add(kind)
        if (before === '' || examples.length >= mostExamples || known.count >= mostOfKind) return
        examples.push({ deliveryId: item.handed.delivery.id, at, kind, before: short(before), after: short(after) })
      })
      const { body, proof, unread: reason } = file.redactions
      if (body !== undefined) unchecked.body += 1
      else if (proof === 'address') unchecked.address += 1
      else if (proof !== null) unchecked.token += 1
      if (reason !== undefined) {
        const before = unread.get(reason) ?? { count: 0, leftOut: 0 }
        unread.set(reason, { count: before.count + 1, leftOut: before.leftOut + (body === 'left-out' ? 1 : 0) })
      }
      if (looked === mostLooked) break
      await setImmediate()
    }
  } finally {
    await source.close()
  }
  return {
    deliveries: source.total,
    looked,
    failed,
    explainingSeconds: mostExplainingMs / 1000,
    counts: [...counts].map(([kind, count]) => ({ kind, ...count })),
    examples,
    unchecked,
    unread: [...unread].map(([reason, count]) => ({ reason, ...count })),
  }
}

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
