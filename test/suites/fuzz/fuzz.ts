import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

/** Time for each property, s. Longer on request: `HOOKSCOPE_FUZZ_SECONDS=7200 npm run test:fuzz`. */
const seconds = Number(process.env['HOOKSCOPE_FUZZ_SECONDS'] ?? 20)

/** A run is made again with the seed that it prints. */
const seed = Number(process.env['HOOKSCOPE_FUZZ_SEED'] ?? Date.now() % 0x7fffffff)

const findings = join(import.meta.dirname, 'findings')

/**
 * Tries a property with random input until the time is up. Earlier findings are tried first; a new one is kept
 * as its smallest input in `findings`, to be committed with the repair.
 * @param name of the file of its findings
 * @param input what is tried must survive JSON, so that it can be kept
 * @throws where the property does not hold, with the smallest input that shows it
 */
export async function fuzz<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void> | void,
): Promise<void> {
  const file = join(findings, `${name}.json`)
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Input[]) : []
  let tried = 0
  const property = fc.asyncProperty(input, async (one) => {
    tried++
    await holds(one)
  })
  const result = await fc.check(property, {
    seed,
    examples: known.map((one) => [one] as [Input]),
    numRuns: 1e9,
    interruptAfterTimeLimit: seconds * 1000,
  })
  if (result.failed) {
    const [smallest] = result.counterexample ?? []
    mkdirSync(findings, { recursive: true })
    if (smallest !== undefined) writeFileSync(file, `${JSON.stringify([...known, smallest], null, 1)}\n`)
    throw new Error(`${fc.defaultReportMessage(result) ?? name} (seed ${seed}; kept in test/suites/fuzz/findings)`)
  }
  console.info(`${name}: ${tried} inputs in ${seconds} s, ${known.length} of them findings of before (seed ${seed})`)
}

/** Texts that have broken programs. Addresses among them lead to closed ports of this machine. */
export const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    'null',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'C:\\x',
    'a\u0000b',
    '\r\nX-Injected: 1',
    '\u202Eabc',
    '\uD800',
    '\u{1F512}',
    '{{x}}',
    '${x}',
    "'; ATTACH 'x' AS y; --",
    '"',
    '%',
    'NEAR(',
    '*',
    'http://127.0.0.1:9',
    'http://127.1:9/',
    'http://[::1]:9',
    'file:///etc/passwd',
    'sandbox',
    '18446744073709551616',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 1, max: 30_000 }).map((length) => 'x'.repeat(length)),
)

/** Any JSON, with names and texts as above. */
export const nastyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    nastyText,
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(nastyText, tie('value'), { maxKeys: 5 }),
  ),
})).value
