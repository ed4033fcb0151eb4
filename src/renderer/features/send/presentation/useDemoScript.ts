import { useCallback, useRef } from 'react'
import type { DemoScript, DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import type { Problem } from '../../../data/wire/problem.ts'

export interface Demo {
  script: DemoScript | undefined
  /** From 0. */
  at: number
  step: DemoScript['steps'][number] | undefined
  busy: boolean
  problem: Problem | null
  /** Shows the next step, which happens then, or the one before, as it was. At either end nothing happens. */
  move(by: 1 | -1): void
  again(): void
  /** Begins again. Deliveries that the demo did not send are removed only with `removeOthers`. */
  reset(removeOthers: boolean): void
  reload(): void
}

/** Where the scripted demo stands, and how to go on. All windows show the same step. */
export function useDemoScript(): Demo {
  const client = useClient()
  const changedAt = useAppState((state) => state.feed.sandboxChangedAt)
  const loaded = useLoad('demo-script', async () => client.sandbox.demoScript.get(), changedAt ?? '')
  const { data: script, reload } = loaded
  const go = useCall(async (step: DemoScriptStepId, again: boolean) => client.sandbox.demoScript.go({ step, again }))
  const clear = useCall(async (removeOthers: boolean) => client.sandbox.demoScript.reset({ removeOthers }))
  const at = script === undefined ? 0 : script.steps.findIndex(({ id }) => id === script.at)
  const { run } = go
  /** The step that was asked for, from 0, and what the page knew then: until it knows more, a second key counts from it. */
  const aim = useRef<{ at: number; script: DemoScript | undefined } | null>(null)
  const moving = useRef(false)

  const move = useCallback(
    async (by: 1 | -1) => {
      const steps = script?.steps ?? []
      const aimed = aim.current !== null && (moving.current || aim.current.script === script) ? aim.current.at : at
      const next = aimed + by
      // A step that happens now is shown before the next one begins; past steps can be passed quickly.
      if (steps[next] === undefined || (by === 1 && aimed !== at)) return
      aim.current = { at: next, script }
      if (moving.current) return
      moving.current = true
      let reached = at
      for (let to = next; to !== reached; to = aim.current.at) {
        const step = steps[to]
        if (step === undefined || (await run(step.id, false)) === undefined) break
        reached = to
      }
      moving.current = false
      reload()
    },
    [script, at, run, reload],
  )
  const again = () => {
    const step = script?.steps[at]
    if (step !== undefined) void run(step.id, true).then(reload)
  }
  return {
    script,
    at,
    step: script?.steps[at],
    busy: go.busy || clear.busy,
    problem: go.problem ?? clear.problem ?? loaded.problem,
    move: useCallback((by: 1 | -1) => void move(by), [move]),
    again,
    reset: (removeOthers) => void clear.run(removeOthers).then(reload),
    reload,
  }
}
