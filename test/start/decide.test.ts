import { describe, expect, test } from 'vitest'
import { decide, type EarlyEnd, type Facts, type Plan } from '../../tools/start/decide.ts'
import { desktopVariables } from '../../tools/start/gatherFacts.ts'
import { readWords } from '../../tools/start/readWords.ts'
import { endedEarly } from '../../tools/start/runDesktop.ts'
import { exitCodeOf, type ShellEnd } from '../../tools/start/runShell.ts'

const ready: Facts = {
  forced: null,
  ci: false,
  root: false,
  display: true,
  sandbox: null,
  runtime: 'there',
  failure: null,
}
const restricted = { setting: 'kernel.apparmor_restrict_unprivileged_userns is 1', helper: '/e/chrome-sandbox' }
const refused = { kind: 'unreachable', host: 'mirror.test', code: 'ECONNREFUSED' } as const
const calm: ShellEnd = { code: 0, signal: null, error: null, afterMs: 900, asked: false }
const crash: EarlyEnd = { kind: 'ended-early', end: { ...calm, code: null, signal: 'SIGTRAP' } }
const noWindow = { kind: 'no-window', seconds: 30 } as const
const badExit: EarlyEnd = { kind: 'ended-early', end: { ...calm, code: 127 } }

const browser = (kind: string | null): unknown => ({
  kind: 'browser',
  because: kind === null ? null : expect.objectContaining({ kind }),
})
const refuse = (kind: string): unknown => ({ kind: 'refuse', because: expect.objectContaining({ kind }) })
const desktop: Plan = { kind: 'desktop' }
const fetch: Plan = { kind: 'fetch' }

describe('npm start', () => {
  test.each<[title: string, facts: Partial<Facts>, plan: unknown]>([
    ['opens the desktop app where its runtime is', {}, desktop],
    ['fetches the runtime where it is missing', { runtime: 'missing' }, fetch],
    [
      'opens the browser where it could not be fetched',
      { runtime: 'missing', failure: refused },
      browser('unreachable'),
    ],
    ['opens the browser where CI is set, runtime or not', { ci: true }, browser('ci')],
    ['fetches nothing where CI is set', { ci: true, runtime: 'missing' }, browser('ci')],
    ['opens the browser for root', { root: true }, browser('root')],
    ['fetches nothing for root', { root: true, runtime: 'missing' }, browser('root')],
    ['opens the browser without a display', { display: false }, browser('no-display')],
    ['fetches nothing without a display', { display: false, runtime: 'missing' }, browser('no-display')],
    ['names CI first, then root, then the display', { ci: true, root: true, display: false }, browser('ci')],
    ['names root before the display', { root: true, display: false }, browser('root')],
    ['opens the browser where the sandbox cannot start', { sandbox: restricted }, browser('sandbox')],
    ['fetches before it looks for the sandbox helper', { sandbox: restricted, runtime: 'missing' }, fetch],
    ['opens the browser after a crash at the start', { failure: crash }, browser('ended-early')],
    ['opens the browser after an app without a window', { failure: noWindow }, browser('no-window')],
    [
      'never fetches in place of a runtime of one’s own',
      { runtime: 'elsewhere-missing' },
      browser('elsewhere-missing'),
    ],

    ['--browser: the browser, without a word', { forced: 'browser' }, browser(null)],
    ['--browser: also where all would be there or nothing', { forced: 'browser', ci: true, root: true }, browser(null)],
    ['--browser: fetches nothing', { forced: 'browser', runtime: 'missing' }, browser(null)],

    ['--desktop: the desktop app', { forced: 'desktop' }, desktop],
    ['--desktop: fetches', { forced: 'desktop', runtime: 'missing' }, fetch],
    ['--desktop: tries it for root', { forced: 'desktop', root: true }, desktop],
    ['--desktop: tries it without a display', { forced: 'desktop', display: false }, desktop],
    ['--desktop: tries it against the sandbox', { forced: 'desktop', sandbox: restricted }, desktop],
    ['--desktop: fetches for root, too', { forced: 'desktop', root: true, runtime: 'missing' }, fetch],
    ['--desktop: refuses where CI is set', { forced: 'desktop', ci: true }, refuse('ci')],
    [
      '--desktop: refuses when nothing could be fetched',
      { forced: 'desktop', failure: refused },
      refuse('unreachable'),
    ],
    ['--desktop: refuses after an app without a window', { forced: 'desktop', failure: noWindow }, refuse('no-window')],
    ['--desktop: refuses after a crash', { forced: 'desktop', failure: crash }, refuse('ended-early')],
    [
      '--desktop: explains a crash by the sandbox',
      { forced: 'desktop', failure: crash, sandbox: restricted },
      refuse('sandbox'),
    ],
    ['--desktop: explains a crash by root', { forced: 'desktop', failure: crash, root: true }, refuse('root')],
    [
      '--desktop: explains a crash by the display',
      { forced: 'desktop', failure: crash, display: false },
      refuse('no-display'),
    ],
    [
      '--desktop: blames no crash for an exit code',
      { forced: 'desktop', failure: badExit, root: true },
      refuse('ended-early'),
    ],
    [
      '--desktop: refuses without the runtime of one’s own',
      { forced: 'desktop', runtime: 'elsewhere-missing' },
      refuse('elsewhere-missing'),
    ],
  ])('%s', (_title, facts, plan) => {
    expect(decide({ ...ready, ...facts })).toEqual(plan)
  })
})

describe('a desktop app that ended', () => {
  test.each<[title: string, end: Partial<ShellEnd>, early: boolean, wasVisible?: boolean]>([
    ['was closed at once', {}, false],
    ['crashed at its start', { code: null, signal: 'SIGTRAP' }, true],
    ['found no library', { code: 127 }, true],
    ['could not be started', { code: null, error: 'EACCES' }, true],
    ['could not be started, and somebody had asked for its end', { code: null, error: 'EACCES', asked: true }, true],
    ['was stopped by a person', { code: null, signal: 'SIGINT', asked: true }, false],
    ['crashed right after it had shown a window', { code: null, signal: 'SIGSEGV' }, true],
    ['crashed later', { code: null, signal: 'SIGSEGV', afterMs: 10_001 }, false],
    ['crashed late, without a window', { code: null, signal: 'SIGSEGV', afterMs: 10_001 }, true, false],
    ['was closed late, without a window: another one runs', { afterMs: 10_001 }, false, false],
    ['had said itself that its arguments are wrong', { code: 2 }, false],
    ['had said itself that it cannot start', { code: 3 }, false],
  ])('%s', (_title, end, early, wasVisible = true) => {
    expect(endedEarly({ ...calm, ...end }, { wasVisible, earlyMs: 10_000 })).toBe(early)
  })

  test.each<[end: Partial<ShellEnd>, code: number]>([
    [{ code: 0 }, 0],
    [{ code: 3 }, 3],
    [{ code: null, signal: 'SIGINT' }, 130],
    [{ code: null, signal: 'SIGTRAP' }, 133],
  ])('with %o is exit code %i', (end, code) => {
    expect(exitCodeOf({ ...calm, ...end })).toBe(code)
  })
})

describe('the command line', () => {
  test.each<[words: string[], forced: string | null, rest: string[]]>([
    [[], null, []],
    [['--browser', '--data', 'x'], 'browser', ['--data', 'x']],
    [['--data', 'x', '--desktop'], 'desktop', ['--data', 'x']],
    [['--tunnel', 'none', '--no-open'], null, ['--tunnel', 'none', '--no-open']],
  ])('%o', (words, forced, rest) => {
    expect(readWords(words)).toEqual({ forced, rest })
  })

  test('cannot ask for both', () => {
    expect(readWords(['--browser', '--desktop'])).toBeNull()
  })
})

describe('the variables of the desktop app', () => {
  test.each<[title: string, variables: NodeJS.ProcessEnv, sessionType: string | undefined]>([
    ['ssh -X from a Wayland session', { DISPLAY: 'localhost:10', XDG_SESSION_TYPE: 'wayland' }, 'x11'],
    ['a container with a Wayland socket', { WAYLAND_DISPLAY: 'wayland-0' }, 'wayland'],
    ['a terminal login that started a compositor', { WAYLAND_DISPLAY: 'w', XDG_SESSION_TYPE: 'tty' }, 'wayland'],
    [
      'both displays: Electron chooses',
      { DISPLAY: ':0', WAYLAND_DISPLAY: 'w', XDG_SESSION_TYPE: 'wayland' },
      'wayland',
    ],
    ['both displays, an X11 session', { DISPLAY: ':0', WAYLAND_DISPLAY: 'w', XDG_SESSION_TYPE: 'x11' }, 'x11'],
    ['neither', { XDG_SESSION_TYPE: 'tty' }, 'tty'],
  ])('%s', (_title, variables, sessionType) => {
    expect(desktopVariables(variables)['XDG_SESSION_TYPE']).toBe(sessionType)
  })

  test('make no plain Node of Electron, as terminals of some editors would', () => {
    expect(desktopVariables({ ELECTRON_RUN_AS_NODE: '1', PATH: '/bin' })).toEqual({ PATH: '/bin' })
  })
})
