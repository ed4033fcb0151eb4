import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { watchInterruptions } from '../../tools/start/interruptions.ts'

/** What reaches the shell of the signals that reach `npm start`, each at its time in ms. */
function passed(atTerminal: boolean, signals: [signal: NodeJS.Signals, at: number][]): NodeJS.Signals[] {
  const source = new EventEmitter()
  let at = 0
  const sent: NodeJS.Signals[] = []
  const interruptions = watchInterruptions(source, { atTerminal, now: () => at })
  interruptions.passTo((signal) => sent.push(signal))
  for (const [signal, time] of signals) {
    at = time
    source.emit(signal)
  }
  return sent
}

describe('the shell gets', () => {
  test.each<[title: string, atTerminal: boolean, signals: [NodeJS.Signals, number][], sent: NodeJS.Signals[]]>([
    ['no Ctrl+C of a terminal from us: it has it already', true, [['SIGINT', 0]], []],
    [
      'no copy that npm passes on either',
      true,
      [
        ['SIGINT', 0],
        ['SIGINT', 3],
      ],
      [],
    ],
    ['SIGINT that reached us alone', false, [['SIGINT', 0]], ['SIGINT']],
    ['SIGTERM that reached us alone', true, [['SIGTERM', 0]], ['SIGTERM']],
    [
      'one for each copy within the same moment',
      false,
      [
        ['SIGTERM', 0],
        ['SIGTERM', 20],
      ],
      ['SIGTERM'],
    ],
    [
      'a second one that comes later: it is meant',
      false,
      [
        ['SIGTERM', 0],
        ['SIGTERM', 900],
      ],
      ['SIGTERM', 'SIGTERM'],
    ],
    [
      'each kind, also within the same moment',
      false,
      [
        ['SIGINT', 0],
        ['SIGTERM', 1],
      ],
      ['SIGINT', 'SIGTERM'],
    ],
  ])('%s', (_title, atTerminal, signals, sent) => {
    expect(passed(atTerminal, signals)).toEqual(sent)
  })
})

test('the first signal is remembered, also before there is a shell', () => {
  const source = new EventEmitter()
  const interruptions = watchInterruptions(source, { atTerminal: true, now: () => 0 })
  expect([interruptions.first(), interruptions.signal.aborted]).toEqual([null, false])
  source.emit('SIGTERM')
  source.emit('SIGINT')
  expect([interruptions.first(), interruptions.signal.aborted]).toEqual(['SIGTERM', true])
})
