import { useCallback } from 'react'
import type { DemoScript, DemoScriptStepId } from '../../shared/wireTypes.ts'
import { useAppState, useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useLoad } from '../state/useLoad.ts'
import type { Problem } from '../wire/problem.ts'

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
  /** Begins anew. Deliveries of others go only when `removeOthers` says so. */
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

  const show = useCallback(
    (index: number, again: boolean) => {
      const step = script?.steps[index]
      if (step !== undefined) void run(step.id, again).then(reload)
    },
    [script, run, reload],
  )
  return {
    script,
    at,
    step: script?.steps[at],
    busy: go.busy || clear.busy,
    problem: go.problem ?? clear.problem ?? loaded.problem,
    move: useCallback((by: 1 | -1) => show(at + by, false), [show, at]),
    again: () => show(at, true),
    reset: (removeOthers) => void clear.run(removeOthers).then(reload),
    reload,
  }
}
