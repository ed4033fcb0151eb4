import { base64Of } from '../../../shared/basics/base64.ts'
import type { ShellRequest } from '../../../shared/wireTypes.ts'
import { problemOf } from '../wire/problem.ts'
import type { Client } from '../wire/wire.ts'
import type { AppStore, OpenState } from './appStore.ts'
import type { Route } from './route.ts'

/** Bytes of a piece. */
const pieceSize = 512 * 1024

/** Opens files beside one's own deliveries, one at a time; how far it is, is in the state. */
export interface FileOpening {
  /** Hands a file over piece by piece, each when the one before was taken. Never rejects. */
  open(file: File): Promise<void>
  cancel(): void
  /** Shows what the shell says of a file that it opens itself. */
  follow(request: Extract<ShellRequest, { kind: 'case-file' }>): void
}

export function createFileOpening(store: AppStore, client: Client): FileOpening {
  let current: AbortController | null = null
  const set = (opening: OpenState) => store.setState({ opening })

  async function handOver(file: File, signal: AbortSignal): Promise<OpenState> {
    const { name, size } = file
    const { run } = await client.caseFiles.startOpen({ name })
    for (let at = 0; at < size; at += pieceSize) {
      if (signal.aborted) {
        await client.caseFiles.cancel({ run })
        return { kind: 'idle' }
      }
      const piece = new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer())
      await client.caseFiles.openPiece({ run, base64: base64Of(piece) })
      set({ kind: 'reading', name, done: Math.min(size, at + pieceSize), size, canCancel: true })
    }
    return { kind: 'opened', name, opened: await client.caseFiles.finishOpen({ run }) }
  }

  return {
    async open(file) {
      if (current !== null) return
      current = new AbortController()
      set({ kind: 'reading', name: file.name, done: 0, size: file.size, canCancel: true })
      try {
        set(await handOver(file, current.signal))
      } catch (error) {
        set({ kind: 'failed', problem: problemOf(error).message })
      } finally {
        current = null
      }
    },
    cancel: () => current?.abort(),
    follow({ name, progress }) {
      switch (progress.state) {
        case 'reading':
          return set({ kind: 'reading', name, done: progress.done, size: progress.size, canCancel: false })
        case 'opened':
          return set({ kind: 'opened', name, opened: progress.opened })
        case 'failed':
          return set({ kind: 'failed', problem: progress.problem })
      }
    },
  }
}

/** Opens a file, and shows how far that is. */
export function showOpening(
  { files, navigation }: { files: FileOpening; navigation: { go: (change: Partial<Route>) => void } },
  file: File,
): void {
  navigation.go({ screen: 'case-files', deliveryId: null })
  void files.open(file)
}
