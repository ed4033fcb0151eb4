/** Shows how far the download is: one line that is written over at a terminal, a line every quarter elsewhere. */
export interface ProgressView {
  update(host: string, transferred: number, total: number | null): void
  /** Ends the line that was written over. */
  end(): void
}

const megabyte = 1_000_000

export function showProgress(write: (text: string) => void, version: string, isTerminal: boolean): ProgressView {
  let shown = ''
  let quarter = -1
  return {
    update: (host, transferred, total) => {
      if (quarter === -1) {
        quarter = 0
        write(`Fetching Electron ${version} from ${host}; this happens once.\n`)
      }
      const text = amount(transferred, total)
      if (isTerminal) {
        if (text === shown) return
        shown = text
        write(`\r${text}`)
        return
      }
      const reached = total === null ? 0 : Math.floor((4 * transferred) / total)
      if (reached <= quarter) return
      quarter = reached
      write(`${text}\n`)
    },
    end: () => {
      if (shown !== '') write('\n')
    },
  }
}

function amount(transferred: number, total: number | null): string {
  const here = (transferred / megabyte).toFixed(1)
  if (total === null) return `${here} MB`
  // As wide as at the end, so that nothing of a longer line before is left over.
  const all = (total / megabyte).toFixed(1)
  return `${here.padStart(all.length)} of ${all} MB (${Math.floor((100 * transferred) / total)} %)`
}
