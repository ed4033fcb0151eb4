import fc from 'fast-check'
import { expect } from 'vitest'
import { bodyText, readCandidate } from '../../src/engine/shrinking/candidate.ts'
import { type Outcome, shrinkRequest } from '../../src/engine/shrinking/shrinkRequest.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A place that is planted, with the value that fails there. */
interface Fault {
  path: string[]
  value: Json
}

const name = fc.stringMatching(/^[a-z]{1,6}$/)
const fault: fc.Arbitrary<Fault> = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 4 }),
  value: fc.constantFrom<Json>(null, [], '', '😀', true, -1, 9_007_199_254_740_992, 'refund'),
})

function plant(body: Json, [first = '', ...rest]: string[], value: Json): Json {
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return { ...object, [first]: rest.length === 0 ? value : plant(object[first] ?? {}, rest, value) }
}

function at(body: Json | undefined, path: string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, each) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.hasOwn(inner, each)
        ? inner[each]
        : undefined,
    body,
  )
}

const isAt = (body: Json, { path, value }: Fault) => JSON.stringify(at(body, path)) === JSON.stringify(value)

/** The body with nothing but what was planted. */
const bare = (faults: readonly Fault[]) => faults.reduce<Json>((body, { path, value }) => plant(body, path, value), {})

fewAndAll('what was planted is all that is left, in any body', [40, 3000], async (runs) => {
  const bodies = fc.tuple(
    fc.dictionary(name, fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>, { maxKeys: 8 }),
    fc.array(fault, { minLength: 1, maxLength: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async ([around, faults]) => {
      const body = faults.reduce<Json>((inner, { path, value }) => plant(inner, path, value), around)
      // One fault may lie on the way to another.
      fc.pre(faults.every((each) => isAt(body, each)))
      let sent = 0
      const read = readCandidate({ headers: [], body: Buffer.from(JSON.stringify(body)) }, new Set())
      if (read === null) throw new Error('The body cannot be parted.')
      const found = await shrinkRequest(read.candidate, {
        probe: async (candidate): Promise<Outcome> => {
          sent += 1
          const tried = JSON.parse(bodyText(candidate)) as Json
          return faults.every((each) => isAt(tried, each)) ? 'fails' : 'passes'
        },
        onSmaller: () => undefined,
        examples: [],
        fixed: new Set(),
      })
      expect(found.end).toBe('found')
      expect(sorted(JSON.parse(bodyText(found.smallest)) as Json)).toEqual(sorted(bare(faults)))
      expect(found.clauses).toHaveLength(new Set(faults.map(({ path }) => path.join('.'))).size)
      expect(sent).toBeLessThanOrEqual(500)
    }),
    { numRuns: runs },
  )
})

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, Json] => [key, sorted(inner)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
