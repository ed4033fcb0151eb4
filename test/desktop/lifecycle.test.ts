import { describe, expect, test } from 'vitest'
import type { HandedOver } from '../../src/desktop/handedOver.ts'
import { type LifecycleEvent, type LifecycleState, transition } from '../../src/desktop/lifecycle.ts'

const nothing: HandedOver = { links: [], files: [] }
const link = { links: ['hookscope://deliveries/1'], files: [] }
const another = { links: [], files: ['/a/file'] }

const starting: LifecycleState = { kind: 'starting' }
const running: LifecycleState = { kind: 'running' }
const failed: LifecycleState = { kind: 'failed' }
const stopped: LifecycleState = { kind: 'stopped' }
type Stopping = Extract<LifecycleState, { kind: 'stopping' }>
const stopping = (more: Partial<Stopping> = {}): Stopping => ({
  kind: 'stopping',
  again: null,
  signalAt: null,
  sessionEnds: false,
  exitCode: 0,
  ...more,
})
const sigint = (at: number): LifecycleEvent => ({ type: 'signal', number: 2, at })
const launch = (given = nothing): LifecycleEvent => ({ type: 'launch', launch: given })

const [hold, stop, quit] = [{ type: 'hold' }, { type: 'stop' }, { type: 'quit' }] as const

describe('the life of the app', () => {
  test.each<[string, LifecycleState, LifecycleEvent, LifecycleState, readonly object[]]>([
    ['a start that succeeds runs', starting, { type: 'started' }, running, []],
    ['a start that fails stays to say why', starting, { type: 'failed' }, failed, []],
    ['a start while it starts shows its window', starting, launch(link), starting, [{ type: 'open', launch: link }]],
    ['a quit while it starts stops the engine that comes', starting, { type: 'quit' }, stopping(), [hold, stop]],
    ['Ctrl+C while it starts, too', starting, sigint(7), stopping({ signalAt: 7 }), [stop]],

    ['a start while it runs shows the window', running, launch(link), running, [{ type: 'open', launch: link }]],
    ['a quit is held until the engine has stopped', running, { type: 'quit' }, stopping(), [hold, stop]],
    ['a signal stops the engine first', running, sigint(7), stopping({ signalAt: 7 }), [stop]],
    [
      'the end of the session is held, too',
      running,
      { type: 'session-ends' },
      stopping({ sessionEnds: true }),
      [hold, stop],
    ],

    ['a second quit does not cut the first short', stopping(), { type: 'quit' }, stopping(), [hold]],
    ['the same Ctrl+C arrives twice', stopping({ signalAt: 7 }), sigint(507), stopping({ signalAt: 7 }), []],
    ['a second Ctrl+C means it', stopping({ signalAt: 7 }), sigint(508), stopped, [{ type: 'exit', code: 130 }]],
    ['Ctrl+C after a quit is the first one', stopping(), sigint(9), stopping({ signalAt: 9 }), []],
    ['a start while it stops waits', stopping(), launch(link), stopping({ again: link }), []],
    [
      'several starts wait together',
      stopping({ again: link }),
      launch(another),
      stopping({ again: { links: link.links, files: another.files } }),
      [],
    ],
    ['the engine that was still starting is there', stopping(), { type: 'started' }, stopping(), []],
    ['the engine that was still starting failed', stopping(), { type: 'failed' }, stopping({ exitCode: 3 }), []],
    ['the session ends while it stops', stopping(), { type: 'session-ends' }, stopping({ sessionEnds: true }), [hold]],
    [
      'a quit that ends the session is not held: macOS would call off the logout',
      stopping({ sessionEnds: true }),
      { type: 'quit' },
      stopping({ sessionEnds: true }),
      [],
    ],

    ['the engine has stopped', stopping(), { type: 'stopped' }, stopped, [quit]],
    ['it takes too long', stopping(), { type: 'late' }, stopped, [{ type: 'exit', code: 3 }]],
    [
      'it ends after a failed start',
      stopping({ exitCode: 3 }),
      { type: 'stopped' },
      stopped,
      [{ type: 'exit', code: 3 }],
    ],
    [
      'a start that waited gets an app of its own',
      stopping({ again: link }),
      { type: 'stopped' },
      stopped,
      [{ type: 'relaunch', launch: link }, quit],
    ],
    [
      'also when stopping took too long',
      stopping({ again: link }),
      { type: 'late' },
      stopped,
      [
        { type: 'relaunch', launch: link },
        { type: 'exit', code: 3 },
      ],
    ],
    [
      'nothing starts again at the end of a session',
      stopping({ again: link, sessionEnds: true }),
      { type: 'stopped' },
      stopped,
      [quit],
    ],

    [
      'a quit after a failed start says so by its exit code',
      failed,
      { type: 'quit' },
      stopped,
      [hold, { type: 'exit', code: 3 }],
    ],
    ['Ctrl+C after a failed start, too', failed, sigint(7), stopped, [{ type: 'exit', code: 3 }]],
    ['a start after a failed one shows why', failed, launch(), failed, [{ type: 'open', launch: nothing }]],
    ['the session ends at once after a failed start', failed, { type: 'session-ends' }, failed, []],

    ['the last quit is not held', stopped, { type: 'quit' }, stopped, []],
    ['nothing follows the deadline', stopped, { type: 'stopped' }, stopped, []],
    ['a signal changes nothing any more', stopped, sigint(7), stopped, []],
    ['a start at the last moment is not lost', stopped, launch(link), stopped, [{ type: 'relaunch', launch: link }]],
  ])('%s', (_name, state, event, next, effects) => {
    expect(transition(state, event)).toEqual({ state: next, effects })
  })
})
