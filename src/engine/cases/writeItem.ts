import { harFile } from '../../shared/handOver/harFile.ts'
import { isFailed } from '../../shared/model.ts'
import { redactDelivery } from '../../shared/redaction/redactDelivery.ts'
import type { OnHit, RedactionKind, RedactionRules } from '../../shared/redaction/rules.ts'
import { requestText } from '../../shared/requestText/requestText.ts'
import type { DeliveryFile, ExportInput } from '../../shared/wireTypes.ts'
import type { ExportItem } from './exportSource.ts'

export type ExportForm = NonNullable<ExportInput['as']>

export interface ItemOptions {
  as: ExportForm
  rules: RedactionRules
  /** Where requests were received, for forms that send them again. */
  origin: string
  version: string
}

/** A delivery as it is in an export. */
export interface WrittenItem {
  text: string
  /** Its signature failed, and the file could say why, but the cause was not searched for. */
  isUnexplained: boolean
}

/** A replaced value, and how many of its kind were replaced before it. */
type Hit = Parameters<OnHit>[0] & { place: number }

/** The values that redaction would replace in one delivery. */
export interface PreviewedItem {
  counts: [RedactionKind, number][]
  /** The first hits of each kind, in the order of the text, with clipped values. */
  hits: Hit[]
  redactions: Pick<DeliveryFile['redactions'], 'body' | 'proof' | 'unread'>
}

/** Maximum number of hits of one kind that a preview shows. */
export const maxHitsOfKind = 12
/** Maximum number of characters of a value that a preview shows. */
const maxShownLength = 120

/** Redacts a delivery and writes it in the form of the export. Pure. */
export function writeItem(item: ExportItem, options: ItemOptions): WrittenItem {
  const file = redactItem(item, options.rules)
  return { text: textOf(file, options), isUnexplained: isUnexplained(file) }
}

/** Redacts a delivery and counts what was replaced. Pure. */
export function previewItem(item: ExportItem, rules: RedactionRules): PreviewedItem {
  const counts = new Map<RedactionKind, number>()
  const hits: Hit[] = []
  const {
    redactions: { body, proof, unread },
  } = redactItem(item, rules, ({ kind, at, before, after }) => {
    const place = counts.get(kind) ?? 0
    counts.set(kind, place + 1)
    if (place < maxHitsOfKind) hits.push({ kind, at, before: short(before), after: short(after), place })
  })
  return { counts: [...counts], hits, redactions: { body, proof, unread } }
}

function short(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

function textOf(file: DeliveryFile, { as, origin, version }: ItemOptions): string {
  switch (as) {
    case 'case':
    case 'ndjson':
      return `${JSON.stringify(file)}\n`
    case 'json':
      return JSON.stringify(file)
    case 'har':
      return harEntry(file, origin, version)
    case 'curl':
    case 'http':
      return `${requestOf(file, as, origin)}\n`
  }
}

function isUnexplained({ delivery, redactions }: DeliveryFile): boolean {
  const { state } = delivery.signature.explanation
  return (
    isFailed(delivery.verdict) && state === 'not-searched' && redactions.body === undefined && redactions.proof === null
  )
}

function redactItem(
  { handed, hidden, signsAddress, environment }: ExportItem,
  rules: RedactionRules,
  onHit?: OnHit,
): DeliveryFile {
  const fingerprints =
    rules.fingerprints === 'left-out'
      ? (environment?.secrets.map(({ fingerprint: text }) => ({ text, mark: '[redacted]' })) ?? [])
      : []
  return redactDelivery(handed, {
    rules,
    hidden: [...hidden, ...fingerprints],
    signsAddress,
    ...(onHit === undefined ? {} : { onHit }),
  })
}

function bytesOf({ body }: DeliveryFile): Uint8Array {
  return new Uint8Array(Buffer.from(body.base64, 'base64'))
}

function harEntry(file: DeliveryFile, origin: string, version: string): string {
  const {
    log: {
      entries: [entry],
    },
  } = harFile(file.delivery, bytesOf(file), { origin, version })
  return JSON.stringify({ ...entry, ...(file.note === null ? {} : { comment: file.note }) })
}

function requestOf({ delivery, ...file }: DeliveryFile, form: 'curl' | 'http', origin: string): string {
  const bytes = bytesOf({ delivery, ...file })
  const source = { delivery: { ...delivery, truncated: !file.body.complete }, bytes, origin, withCredentials: false }
  const { text } = requestText(form, source)
  return text.endsWith('\n') ? text : `${text}\n`
}
