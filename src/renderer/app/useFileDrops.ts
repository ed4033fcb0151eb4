import { useEffect } from 'react'
import { useApp } from '../data/state/useApp.ts'
import { showOpening } from '../features/inbox/cases/caseCommands.ts'

/** Opens a file that is dropped anywhere on the page. Without this, a browser would leave the page for it. */
export function useFileDrops(): void {
  const app = useApp()
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file !== undefined) showOpening(app, file)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [app])
}

/** A field for files takes them itself. */
function hasFiles({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof Element && target.matches('input[type=file]')
  // Their names and bytes are there with the drop only.
  return !isField && [...(dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
}
