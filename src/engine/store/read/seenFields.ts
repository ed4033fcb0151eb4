import type { DatabaseSync } from 'node:sqlite'
import { canBeAsked, type FieldSource, formatPlace } from '../../../shared/filter/fieldTerm.ts'
import { isExactNumber } from '../../../shared/json/exactJson.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { fetchedBodyReader } from '../index/searchText.ts'
import { contentOf } from '../search/fieldTerms.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'

/** A field that deliveries had, as a filter asks for it. */
export interface SeenField {
  /** Such as "body.data.object.amount". */
  place: string
  /** Number of deliveries that had it. */
  deliveries: number
}

export interface SeenFieldQueries {
  /** Fields of the newest deliveries, the most frequent first. */
  seenFields(environment?: string): SeenField[]
}

/** Limits of reading for suggested fields: the newest deliveries, and at most this much of each. */
const maxDeliveries = 100
const maxBody = 64 * 1024
const maxFields = 500
const maxDepth = 12

/** Makes the query of a connection that openReader made. */
export function createSeenFields(database: DatabaseSync): SeenFieldQueries {
  const newest = database.prepare(`
    SELECT e.id AS entry, ${headColumns}, d.body FROM entries AS e JOIN deliveries AS d ON d.id = e.id ${laterFacts}
    WHERE (?1 IS NULL OR e.environment_id = ?1) AND e.size <= ${maxBody} ORDER BY e.id DESC LIMIT ${maxDeliveries}`)
  const fetchedBody = fetchedBodyReader(database)
  const readHidden = hiddenReader(database)
  return {
    seenFields: (environment) =>
      inReadTransaction(database, () => {
        const seen = new Map<string, SeenField>()
        const isHidden = readHidden()
        for (const row of newest.iterate(environment ?? null)) {
          const id = Number(row['entry'])
          if (isHidden(id)) continue
          const { headers } = headOf(row)
          const content = contentOf(headers, row['body'] as Uint8Array, () => fetchedBody(id))
          // Values are left out: some senders put their secret into a header or a field.
          const places = new Set([
            ...headersOf(headers),
            ...leavesOf('body', content.body),
            ...leavesOf('object', content.object),
          ])
          for (const place of places) {
            const known = seen.get(place)
            if (known !== undefined) known.deliveries += 1
            else if (seen.size < maxFields) seen.set(place, { place, deliveries: 1 })
          }
        }
        return [...seen.values()].sort((a, b) => b.deliveries - a.deliveries || (a.place < b.place ? -1 : 1))
      }),
  }
}

function headersOf(headers: readonly string[]): string[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [formatPlace('header', [name.toLowerCase()])] : []))
}

/** The places of single values. Elements of an array share a place. */
function leavesOf(source: FieldSource, root: unknown): string[] {
  const found: string[] = []
  const walk = (value: unknown, path: readonly string[]): void => {
    if (found.length >= maxFields || path.length > maxDepth) return
    if (Array.isArray(value)) for (const element of value.slice(0, 3)) walk(element, path)
    else if (typeof value === 'object' && value !== null && !isExactNumber(value)) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name])
    } else if (value !== undefined && canBeAsked(path)) found.push(formatPlace(source, path))
  }
  walk(root, [])
  return found
}
