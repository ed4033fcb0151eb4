import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface RestRules {
  /** What fewer deliveries leave behind stays where it is: it is some megabytes. */
  worthIt: number
  /** Nothing came for so long, ms. */
  restMs: number
}

const usualRules: RestRules = { worthIt: 5000, restMs: 10_000 }

/**
 * V8 collects when memory is wanted, and at rest nobody wants any: after a burst most of the heap would be garbage for as
 * long as nothing comes. So once after each burst, when nothing has come for a while, all of it is collected, which takes
 * a tenth of a second of this thread. Returns how to stop.
 * @param onCame reports which deliveries came, and returns how to stop listening
 */
export function collectAtRest(
  onCame: (listener: (batch: readonly unknown[]) => void) => () => void,
  { worthIt, restMs } = usualRules,
): () => void {
  let came = 0
  const timer = setTimeout(() => {
    if (came < worthIt) return
    came = 0
    collect()
  }, restMs).unref()
  const unlisten = onCame(({ length }) => {
    came += length
    timer.refresh()
  })
  return () => {
    unlisten()
    clearTimeout(timer)
  }
}

export function collect(): void {
  setFlagsFromString('--expose-gc')
  // A context that is made now has the function; everybody else's has not.
  const gc = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  gc()
}
