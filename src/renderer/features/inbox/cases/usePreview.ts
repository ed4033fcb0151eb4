import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportInput, ExportPreview } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'

/** A preview: its progress and its counts, the newest deliveries first. */
export interface PreviewState {
  running: boolean
  preview: ExportPreview | null
  problem: string | null
}

/** Counts what a redaction would replace, shows it while it counts, and stops when asked to, or when it is left. */
export function usePreview() {
  const client = useClient()
  const [state, setState] = useState<PreviewState>({ running: false, preview: null, problem: null })
  /** Number of the preview that is shown; a change ends it. */
  const turn = useRef(0)
  const stop = useCallback(() => {
    turn.current += 1
    setState((now) => ({ ...now, running: false }))
  }, [])
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  const start = async (input: ExportInput): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    setState({ running: true, preview: null, problem: null })
    try {
      const { run } = await client.caseFiles.startPreview(input)
      for (let ended = false; !ended;) {
        if (turn.current !== mine) {
          await client.caseFiles.cancel({ run })
          return
        }
        const piece = await client.caseFiles.previewPiece({ run })
        ;({ ended } = piece)
        if (turn.current === mine) setState({ running: !ended, preview: piece.preview, problem: null })
      }
    } catch (error) {
      if (turn.current === mine) setState((now) => ({ ...now, running: false, problem: problemOf(error).message }))
    }
  }
  return { ...state, start, stop }
}
