import { expect, test, vi } from 'vitest'
import { type AssertionOptions, readAssertions } from '../../../src/cli/commands/listen/assertions.ts'
import { createDeliveryPrinter } from '../../../src/cli/commands/listen/deliveryPrinter.ts'
import { UsageProblem } from '../../../src/host/shells/exitCodes.ts'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import { linesOf } from './startListen.ts'

/** The tests of listen show the exit code and the line on stderr of such a refusal. */
test.each<{ options: AssertionOptions; words: string[]; forwards?: boolean }>([
  { options: { until: ['verdict:good'] }, words: ['--until', 'There is no verdict "good"', 'valid-previous'] },
  { options: { until: ['tpye:Payment'] }, words: ['There is no key "tpye". Did you mean type:?'] },
  { options: { until: ['header:x'] }, words: ['There is no key "header". The keys are verdict, type'] },
  { options: { until: ['x-header:"a b"'] }, words: ['There is no key "x-header"', 'in quotes'] },
  { options: { until: ['type:'] }, words: ['type: needs a value'] },
  { options: { until: [''] }, words: ['It is empty'] },
  { options: { timeout: 30_000 }, words: ['--timeout needs --until'] },
  { options: { times: 2 }, words: ['--times needs --until'] },
  { options: { until: ['answer:2xx'] }, words: ['needs --to'] },
  { options: { until: ['answer:maybe'] }, words: ['"answer:maybe" is no status'], forwards: true },
  { options: { never: ['took:fast'] }, words: ['"took:fast" is no length'], forwards: true },
])('listen does not wait for $options, and says why', ({ options, words, forwards = false }) => {
  const read = () => readAssertions(options, forwards)
  expect(read).toThrow(UsageProblem)
  for (const word of words) expect(read).toThrow(word)
})

test('an app’s answer that is known before its delivery is printed after it', () => {
  const written: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const answered: string[] = []
  const watcher = {
    saw: () => undefined,
    answered: ({ deliveryId }: { deliveryId: string }) => void answered.push(deliveryId),
  }
  const printer = createDeliveryPrinter(watcher, { json: true, utc: false, after: '7' })
  const timing = { queue: null, connect: null, firstByte: null, total: 5 }
  const attempt = { id: '1', method: 'POST', url: 'http://127.0.0.1:9/', status: 204, error: null, timing }
  try {
    printer.onAttempt({ ...attempt, deliveryId: '9' })
    printer.onAttempt({ ...attempt, deliveryId: '8' })
    expect(answered).toEqual([])
    printer.onDelivery({ id: '8', followUp: { state: 'none' } } as DeliverySummary)
    printer.onDelivery({ id: '9', followUp: { state: 'none' } } as DeliverySummary)
  } finally {
    stdout.mockRestore()
  }
  const lines = linesOf(written.join('')).map(
    ({ event, id, deliveryId }) => `${event} ${(deliveryId as string | undefined) ?? id}`,
  )
  expect(lines).toEqual(['delivery 8', 'forward 8', 'delivery 9', 'forward 9'])
  expect(answered).toEqual(['8', '9'])
})
