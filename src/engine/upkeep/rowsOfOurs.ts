import type { LeafRow, StoredValue } from './leafRows.ts'

/** The tables whose rows are recognised by what is in them. */
export type OurTable = 'deliveries' | 'documents' | 'attempts' | 'annotations'

/** Their columns, in the order in which they are stored; a row of an earlier version has fewer. */
export const columnsOfTable: Readonly<Record<OurTable, readonly string[]>> = {
  deliveries: ['id', 'head', 'body'],
  documents: ['number', 'collection', 'id', 'json'],
  attempts: [
    'id',
    'delivery_id',
    'environment_id',
    'kind',
    'resource_type',
    'resource_id',
    'started_at',
    'status',
    'rest',
    'body',
    'request_body',
  ],
  annotations: ['delivery_id', 'pinned', 'note'],
}

/** Which table of ours a row is from; null for one of another table, and for what only looks like a row. */
export function tableOfRow({ rowid, values }: LeafRow): OurTable | null {
  // The key is the row's own number, so that its column is empty.
  if (values[0] !== null || rowid < 1) return null
  const [, first, second, third] = values
  if (values.length === 3) {
    if (Buffer.isBuffer(first) && Buffer.isBuffer(second)) return isHead(first) ? 'deliveries' : null
    return (first === 0 || first === 1) && (second === null || typeof second === 'string') ? 'annotations' : null
  }
  if (values.length === 4) {
    const isDocument = typeof first === 'string' && typeof second === 'string' && isJson(third)
    return isDocument && /^[a-zA-Z-]{1,60}$/.test(first) ? 'documents' : null
  }
  if (values.length !== 10 && values.length !== 11) return null
  const isAttempt = typeof first === 'number' && /^(?:follow-up|forward|replay|confirmation)$/.test(String(third))
  return isAttempt && isJson(values[8]) ? 'attempts' : null
}

function isHead(bytes: Buffer): boolean {
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8'))
    return Array.isArray(head) && head.length >= 15 && typeof head[0] === 'string' && Array.isArray(head[7])
  } catch {
    return false
  }
}

function isJson(value: StoredValue | undefined): boolean {
  if (typeof value !== 'string') return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
