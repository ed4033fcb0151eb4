/** The life of the desktop app from its start to its end, as a pure state machine. main/followLifecycle.ts carries it out. */
import { exitCodes } from '../host/shells/exitCodes.ts'
import { sameInterruptionMs } from '../host/shells/shellOptions.ts'
import type { HandedOver } from './handedOver.ts'

export type LifecycleState =
  | { kind: 'starting' }
  | { kind: 'running' }
  /** The start failed. The window says why, and there is nothing to stop. */
  | { kind: 'failed' }
  | {
      kind: 'stopping'
      /** Starts that came in between: the app starts again for them. */
      again: HandedOver | null
      /** When the first signal came, ms; null: none came. */
      signalAt: number | null
      /** The system is about to log out or shut down. */
      sessionEnds: boolean
      exitCode: number
    }
  /** Nothing is held any more. */
  | { kind: 'stopped' }

export type LifecycleEvent =
  | { type: 'started' }
  | { type: 'failed' }
  /** A quit is requested, and it can be held for the moment: the menu, Cmd+Q, the last window. */
  | { type: 'quit' }
  /** SIGINT, SIGTERM or SIGHUP. `at` is of any monotonic clock, ms. */
  | { type: 'signal'; number: number; at: number }
  /** The app was started once more, or clicked in the dock. */
  | { type: 'launch'; launch: HandedOver }
  /** A logout, restart or shutdown begins, and it can be held for the moment. */
  | { type: 'session-ends' }
  /** The engine has stopped. */
  | { type: 'stopped' }
  /** It takes longer than it may. Deliveries that were answered with 200 are on disk since then, so nothing is lost. */
  | { type: 'late' }

export type LifecycleEffect =
  /** Holds what is being asked for: the quit or the end of the session. */
  | { type: 'hold' }
  /** Stops the engine, also one that is still starting; answers with `stopped`, or with `late` when time is up. */
  | { type: 'stop' }
  | { type: 'open'; launch: HandedOver }
  /** Quits; nothing is held now. */
  | { type: 'quit' }
  /** Ends the process at once. */
  | { type: 'exit'; code: number }
  /** Starts the app again as soon as this process has ended. */
  | { type: 'relaunch'; launch: HandedOver }

export interface Transition {
  state: LifecycleState
  effects: readonly LifecycleEffect[]
}

/** Returns the state after an event, and the actions to take. */
export function transition(state: LifecycleState, event: LifecycleEvent): Transition {
  switch (state.kind) {
    case 'starting':
      if (event.type === 'started') return { state: { kind: 'running' }, effects: [] }
      if (event.type === 'failed') return { state: { kind: 'failed' }, effects: [] }
      return whileUp(state, event)
    case 'running':
      return whileUp(state, event)
    case 'failed':
      return afterFailure(state, event)
    case 'stopping':
      return whileStopping(state, event)
    case 'stopped':
      // The last moment: the lock is still ours, so that no other start would open a window.
      return event.type === 'launch'
        ? { state, effects: [{ type: 'relaunch', launch: event.launch }] }
        : { state, effects: [] }
  }
}

function whileUp(state: LifecycleState, event: LifecycleEvent): Transition {
  const stopping = { kind: 'stopping', again: null, signalAt: null, sessionEnds: false, exitCode: 0 } as const
  switch (event.type) {
    case 'quit':
      return { state: stopping, effects: [{ type: 'hold' }, { type: 'stop' }] }
    case 'signal':
      return { state: { ...stopping, signalAt: event.at }, effects: [{ type: 'stop' }] }
    case 'session-ends':
      return { state: { ...stopping, sessionEnds: true }, effects: [{ type: 'hold' }, { type: 'stop' }] }
    case 'launch':
      return { state, effects: [{ type: 'open', launch: event.launch }] }
    case 'started':
    case 'failed':
    case 'stopped':
    case 'late':
      return { state, effects: [] }
  }
}

function afterFailure(state: LifecycleState, event: LifecycleEvent): Transition {
  switch (event.type) {
    case 'quit':
      return { state: { kind: 'stopped' }, effects: [{ type: 'hold' }, { type: 'exit', code: exitCodes.cannot }] }
    case 'signal':
      return { state: { kind: 'stopped' }, effects: [{ type: 'exit', code: exitCodes.cannot }] }
    case 'launch':
      return { state, effects: [{ type: 'open', launch: event.launch }] }
    case 'session-ends':
    case 'started':
    case 'failed':
    case 'stopped':
    case 'late':
      return { state, effects: [] }
  }
}

function whileStopping(state: Extract<LifecycleState, { kind: 'stopping' }>, event: LifecycleEvent): Transition {
  switch (event.type) {
    case 'quit':
      // On macOS, a quit that is held cancels the logout that asks for it.
      return { state, effects: state.sessionEnds ? [] : [{ type: 'hold' }] }
    case 'session-ends':
      return { state: { ...state, sessionEnds: true }, effects: [{ type: 'hold' }] }
    case 'signal':
      if (state.signalAt === null) return { state: { ...state, signalAt: event.at }, effects: [] }
      if (event.at - state.signalAt <= sameInterruptionMs) return { state, effects: [] }
      return { state: { kind: 'stopped' }, effects: [{ type: 'exit', code: 128 + event.number }] }
    case 'launch':
      return { state: { ...state, again: both(state.again, event.launch) }, effects: [] }
    case 'failed':
      return { state: { ...state, exitCode: exitCodes.cannot }, effects: [] }
    case 'started':
      return { state, effects: [] }
    case 'stopped':
    case 'late': {
      const code = event.type === 'late' ? exitCodes.cannot : state.exitCode
      const relaunch: LifecycleEffect[] =
        state.again === null || state.sessionEnds ? [] : [{ type: 'relaunch', launch: state.again }]
      const end: LifecycleEffect = code === 0 ? { type: 'quit' } : { type: 'exit', code }
      return { state: { kind: 'stopped' }, effects: [...relaunch, end] }
    }
  }
}

function both(one: HandedOver | null, other: HandedOver): HandedOver {
  if (one === null) return other
  return { links: [...one.links, ...other.links], files: [...one.files, ...other.files] }
}
