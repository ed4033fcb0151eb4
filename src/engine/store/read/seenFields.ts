import type { DatabaseSync } from 'node:sqlite'
import { canBeAsked, type FieldSource, formatPlace } from '../../../shared/filter/fieldTerm.ts'
import { isExactNumber } from '../../../shared/json/exactJson.ts'
import { atOneMoment } from '../schema/openReader.ts'
import { fetchedBodyReader } from '../index/searchText.ts'
import { contentOf } from '../search/fieldTerms.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'

/** A field that deliveries had, as a filter asks for it. */
export interface SeenField {
  /** Such as "body.data.object.amount". */
  place: string
  /** The newest value; cut. */
  example: string
  /** Number of deliveries that had it. */
  deliveries: number
}

export interface SeenFieldQueries {
  /** Fields of the newest deliveries, the most frequent first. */
  seenFields(environment?: string): SeenField[]
}

/** What is read to suggest fields: the newest deliveries, and of each not more than this. */
const maxDeliveries = 100
const maxBody = 64 * 1024
const maxFields = 500
const maxDepth = 12
const maxExample = 60

/** Makes the query of a connection that openReader made. */
export function createSeenFields(database: DatabaseSync): SeenFieldQueries {
  const newest = database.prepare(`
    SELECT e.id AS entry, ${headColumns}, d.body FROM entries AS e JOIN deliveries AS d ON d.id = e.id ${laterFacts}
    WHERE (?1 IS NULL OR e.environment_id = ?1) AND e.size <= ${maxBody} ORDER BY e.id DESC LIMIT ${maxDeliveries}`)
  const fetchedBody = fetchedBodyReader(database)
  const readHidden = hiddenReader(database)
  return {
    seenFields: (environment) =>
      atOneMoment(database, () => {
        const seen = new Map<string, SeenField>()
        const isHidden = readHidden()
        for (const row of newest.iterate(environment ?? null)) {
          const id = Number(row['entry'])
          if (isHidden(id)) continue
          const { headers } = headOf(row)
          const content = contentOf(headers, row['body'] as Uint8Array, () => fetchedBody(id))
          const places = new Map([
            ...headersOf(headers),
            ...leavesOf('body', content.body),
            ...leavesOf('object', content.object),
          ])
          for (const [place, example] of places) {
            const known = seen.get(place)
            if (known !== undefined) known.deliveries += 1
            else if (seen.size < maxFields) seen.set(place, { place, example, deliveries: 1 })
          }
        }
        return [...seen.values()].sort((a, b) => b.deliveries - a.deliveries || (a.place < b.place ? -1 : 1))
      }),
  }
}

function headersOf(headers: readonly string[]): [place: string, example: string][] {
  return headers.flatMap((name, at) =>
    at % 2 === 0 ? [[formatPlace('header', [name.toLowerCase()]), (headers[at + 1] ?? '').slice(0, maxExample)]] : [],
  )
}

/** The places of single values, each with its first value. Elements of an array share a place. */
function leavesOf(source: FieldSource, root: unknown): [place: string, example: string][] {
  const found: [string, string][] = []
  const walk = (value: unknown, path: readonly string[]): void => {
    if (found.length >= maxFields || path.length > maxDepth) return
    if (Array.isArray(value)) for (const element of value.slice(0, 3)) walk(element, path)
    else if (typeof value === 'object' && value !== null && !isExactNumber(value)) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name])
    } else if (value !== undefined && canBeAsked(path)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      found.push([formatPlace(source, path), text.slice(0, maxExample)])
    }
  }
  walk(root, [])
  // The first value of a place stays.
  return found.toReversed()
}
