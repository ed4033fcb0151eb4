import { setImmediate } from 'node:timers/promises'
import type { RedactionKind, RedactionRules } from '../../shared/redaction/rules.ts'
import type { ExportPreview } from '../../shared/wireTypes.ts'
import { isFailed } from '../../shared/model.ts'
import { maxExplainingMs } from './limits.ts'
import type { ExportItem, ExportSource } from './exportSource.ts'
import type { Redactor } from './startRedactor.ts'
import { maxHitsOfKind, type PreviewedItem } from './writeItem.ts'

/** Usual interval of progress reports, ms. */
const usuallySaidEveryMs = 250
/** Longest work before receiving goes on, ms. */
const longestTurnMs = 5
/** Maximum number of places that are shown with their values. */
const maxExamples = 60

/** A preview, and whether it is of all that would be in the file. */
export interface PreviewSoFar {
  preview: ExportPreview
  ended: boolean
}

/**
 * Yields what redaction would replace, and what could no longer be checked because of it: first for the newest deliveries,
 * then for more of them, at the end for all. Ends early when its caller stops asking.
 */
export async function* previewExport(
  source: ExportSource,
  redactor: Redactor,
  rules: RedactionRules,
  saidEveryMs = usuallySaidEveryMs,
): AsyncGenerator<PreviewSoFar, void, void> {
  const tally = previewTally(source.total)
  let said = performance.now()
  let turn = said
  for await (const item of source.items({ from: 'newest', explain: false })) {
    if (item === null) tally.leaveOut()
    else tally.add(item, await redactor.preview(item, rules))
    const now = performance.now()
    if (now - said >= saidEveryMs) {
      yield { preview: tally.soFar(), ended: false }
      said = performance.now()
      turn = said
    } else if (now - turn >= longestTurnMs) {
      await setImmediate()
      turn = performance.now()
    }
  }
  yield { preview: tally.soFar(), ended: true }
}

/** Counts what redaction would replace in one delivery after the other. */
function previewTally(found: number) {
  let total = found
  const counts = new Map<RedactionKind, { count: number; deliveries: number }>()
  const unread = new Map<ExportPreview['unread'][number]['reason'], { count: number; leftOut: number }>()
  const examples: ExportPreview['examples'] = []
  const unchecked = { body: 0, token: 0, address: 0 }
  let looked = 0
  let failed = 0
  return {
    /** It was removed in between. */
    leaveOut(): void {
      total -= 1
    },
    add({ handed: { delivery } }: ExportItem, item: PreviewedItem): void {
      looked += 1
      if (isFailed(delivery.verdict)) failed += 1
      for (const { kind, at, before, after, place } of item.hits) {
        const isShown = (counts.get(kind)?.count ?? 0) + place < maxHitsOfKind && examples.length < maxExamples
        if (isShown && before !== '') examples.push({ deliveryId: delivery.id, at, kind, before, after })
      }
      for (const [kind, count] of item.counts) {
        const known = counts.get(kind) ?? { count: 0, deliveries: 0 }
        counts.set(kind, { count: known.count + count, deliveries: known.deliveries + 1 })
      }
      const { body, proof, unread: reason } = item.redactions
      if (body !== undefined) unchecked.body += 1
      else if (proof === 'address') unchecked.address += 1
      else if (proof !== null) unchecked.token += 1
      if (reason === undefined) return
      const before = unread.get(reason) ?? { count: 0, leftOut: 0 }
      unread.set(reason, { count: before.count + 1, leftOut: before.leftOut + (body === 'left-out' ? 1 : 0) })
    },
    soFar: (): ExportPreview => ({
      deliveries: total,
      looked,
      failed,
      explainingSeconds: maxExplainingMs / 1000,
      counts: [...counts].map(([kind, count]) => ({ kind, ...count })),
      examples: [...examples],
      unchecked: { ...unchecked },
      unread: [...unread].map(([reason, count]) => ({ reason, ...count })),
    }),
  }
}
