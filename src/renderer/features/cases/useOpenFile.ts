import { useRef, useState } from 'react'
import { base64Of } from '../../../shared/requestText/outgoingRequest.ts'
import type { CaseOpened } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { problemOf } from '../../data/wire/problem.ts'

/** A file that is handed over, and what came of it. */
export type OpenState =
  | { kind: 'idle' }
  | { kind: 'reading'; name: string; done: number; size: number }
  | { kind: 'opened'; name: string; opened: CaseOpened }
  | { kind: 'failed'; problem: string }

/** Bytes of a piece. */
const pieceSize = 512 * 1024

/** Hands a file over piece by piece, each when the one before was taken. */
export function useOpenFile(): { state: OpenState; open: (file: File) => Promise<void>; cancel: () => void } {
  const client = useClient()
  const [state, setState] = useState<OpenState>({ kind: 'idle' })
  const cancelled = useRef(false)
  const open = async (file: File): Promise<void> => {
    cancelled.current = false
    const { name, size } = file
    setState({ kind: 'reading', name, done: 0, size })
    try {
      const { run } = await client.caseFiles.startOpen({ name })
      for (let at = 0; at < size; at += pieceSize) {
        if (cancelled.current) {
          await client.caseFiles.cancel({ run })
          return setState({ kind: 'idle' })
        }
        const piece = new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer())
        await client.caseFiles.openPiece({ run, base64: base64Of(piece) })
        setState({ kind: 'reading', name, done: Math.min(size, at + pieceSize), size })
      }
      setState({ kind: 'opened', name, opened: await client.caseFiles.finishOpen({ run }) })
    } catch (error) {
      setState({ kind: 'failed', problem: problemOf(error).message })
    }
  }
  const cancel = () => {
    cancelled.current = true
  }
  return { state, open, cancel }
}
