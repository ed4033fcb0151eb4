import { expect, test } from 'vitest'
import { type AssertionOptions, readAssertions } from '../../src/cli/assertions.ts'
import { UsageProblem } from '../../src/host/usageProblem.ts'

/** What the command makes of such a refusal, an exit code and a line on stderr, the tests of listen show. */
test.each<{ options: AssertionOptions; words: string[]; forwards?: boolean }>([
  { options: { until: 'verdict:good' }, words: ['--until', 'There is no verdict "good"', 'valid-previous'] },
  { options: { until: 'tpye:Payment' }, words: ['There is no key "tpye". Did you mean type:?'] },
  { options: { until: 'header:x' }, words: ['There is no key "header". The keys are verdict, type'] },
  { options: { until: 'x-header:"a b"' }, words: ['There is no key "x-header"', 'in quotes'] },
  { options: { until: 'type:' }, words: ['type: needs a value'] },
  { options: { until: '' }, words: ['That says nothing'] },
  { options: { timeout: 30_000 }, words: ['--timeout needs --until'] },
  { options: { times: 2 }, words: ['--times needs --until'] },
  { options: { until: 'answer:2xx' }, words: ['needs --forward-to'] },
  { options: { until: 'answer:maybe' }, words: ['"answer:maybe" is no status'], forwards: true },
  { options: { never: 'took:fast' }, words: ['"took:fast" is no length'], forwards: true },
])('listen does not wait for $options, and says why', ({ options, words, forwards = false }) => {
  const read = () => readAssertions(options, forwards)
  expect(read).toThrow(UsageProblem)
  for (const word of words) expect(read).toThrow(word)
})
