import { useEffect, useRef } from 'react'
import type { ScenarioRecording } from '../../../../shared/wireTypes.ts'
import type { ToExport } from '../../../data/state/appStore.ts'
import { useCall } from '../../../data/state/calls.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import type { Problem } from '../../../data/wire/problem.ts'

/**
 * Records the deliveries that were chosen elsewhere, once the library is there, and hands the file on.
 * @returns why they could not be recorded, else null
 */
export function useRecording(isReady: boolean, onRecorded: (recording: ScenarioRecording) => void): Problem | null {
  const client = useClient()
  const { store } = useApp()
  const chosen = useAppState(({ toRecord }) => toRecord)
  const { run, problem } = useCall(async (selection: ToExport) =>
    client.scenarios.record({ selection: 'ids' in selection ? { ids: [...selection.ids] } : selection }),
  )
  const latest = useRef(onRecorded)
  useEffect(() => {
    latest.current = onRecorded
  })
  useEffect(() => {
    if (chosen === null || !isReady) return
    // Chosen once: a reload of the screen does not ask again.
    store.setState({ toRecord: null })
    void run(chosen).then((recording) => {
      if (recording !== undefined) latest.current(recording)
    })
  }, [chosen, isReady, run, store])
  return problem
}
