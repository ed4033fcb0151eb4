import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportInput, ExportPreview } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'

/** An export: its progress and result. */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number; size: number }
  | { kind: 'saved'; name: string; size: number; unexplained: number }
  | { kind: 'cancelled' }
  | { kind: 'failed'; problem: string }

/** Takes a file piece by piece, each when the one before is here, and saves it. */
export function useExport(): { state: ExportState; start: (input: ExportInput) => void; cancel: () => void } {
  const client = useClient()
  const [soFar, setSoFar] = useState({ done: 0, total: 0, size: 0 })
  const cancelled = useRef(false)
  const cancel = useCallback(() => {
    cancelled.current = true
  }, [])
  useEffect(() => cancel, [cancel])
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (input: ExportInput): Promise<ExportState> => {
      cancelled.current = false
      setSoFar({ done: 0, total: 0, size: 0 })
      const { run, total, fileName } = await client.caseFiles.startExport(input)
      // The browser keeps a blob outside of the page, a large one on disk.
      let file = new Blob([])
      for (;;) {
        if (cancelled.current) {
          await client.caseFiles.cancel({ run })
          return { kind: 'cancelled' }
        }
        const { piece, done, unexplained } = await client.caseFiles.exportPiece({ run })
        if (piece.size === 0) {
          saveBytes(file, fileName)
          return { kind: 'saved', name: fileName, size: file.size, unexplained }
        }
        file = new Blob([file, piece])
        setSoFar({ done, total, size: file.size })
      }
    },
  })
  if (isPending) return { state: { kind: 'running', ...soFar }, start: mutate, cancel }
  if (error !== null) return { state: { kind: 'failed', problem: error.message }, start: mutate, cancel }
  return { state: data ?? { kind: 'idle' }, start: mutate, cancel }
}

/** A preview: its progress and its counts, the newest deliveries first. */
interface PreviewState {
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
