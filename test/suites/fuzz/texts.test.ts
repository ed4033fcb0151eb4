import fc from 'fast-check'
import { it } from 'vitest'
import { readersOfText } from '../../support/foreignText.ts'
import { fuzz, nastyText } from './fuzz.ts'

/** A text that repeats something many times, between a beginning and an end: what slow patterns are slow at. */
const repeated = fc.record({
  start: nastyText,
  unit: fc.oneof(
    fc.constantFrom(' ', 'A', 'a', '1', '=', '&', '\\', '"', '.', '/', '-', '[', 'at ', 'a@'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  ),
  times: fc.integer({ min: 1, max: 100_000 }),
  end: nastyText,
  reader: fc.constantFrom(...Object.keys(readersOfText)),
})

/** A patient bound: the slowest takes some 0.1 s of these 100 kB to 400 kB, and what is quadratic takes minutes. */
const maxMs = 15_000

it('long names and bodies: every function that looks at text of others ends, and throws nothing', async () => {
  await fuzz('texts', repeated, ({ start, unit, times, end, reader }) => {
    const began = performance.now()
    readersOfText[reader]?.(start + unit.repeat(times) + end)
    const took = performance.now() - began
    if (took > maxMs) throw new Error(`${reader} took ${Math.round(took)} ms`)
  })
})
