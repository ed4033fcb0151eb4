import { EventEmitter } from 'node:events'

type Listener<Args extends unknown[]> = (...args: Args) => void

/** An emitter that knows its events: listening for one that the stand-in never emits is a type error. */
interface Emitter<Events extends Record<keyof Events, unknown[]>> {
  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this
  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this
  off<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this
  removeListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this
  emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): boolean
}

export const Emitter = EventEmitter as unknown as new <
  Events extends Record<keyof Events, unknown[]>,
>() => Emitter<Events>

/** Electron's event, with what comes with it. */
export function eventWith<Params extends object>(params: Params): Electron.Event<Params> {
  let defaultPrevented = false
  return {
    ...params,
    preventDefault: () => {
      defaultPrevented = true
    },
    get defaultPrevented() {
      return defaultPrevented
    },
  }
}

export function plainEvent(): Electron.Event {
  return eventWith({})
}
