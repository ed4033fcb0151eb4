import type { Readable } from 'node:stream'

/** Bytes of a line that are kept. A longer line is cut, and the rest of it skipped. */
const maxLineBytes = 8192

const lineFeed = 10
const carriageReturn = 13

/** Calls `onLine` with each line of a stream that has text. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  const line = Buffer.alloc(maxLineBytes)
  let length = 0
  const endLine = () => {
    if (length > 0) onLine(line.toString('utf8', 0, length))
    length = 0
  }
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      if (chunk[at] !== lineFeed && chunk[at] !== carriageReturn) continue
      length += chunk.copy(line, length, start, at)
      endLine()
      start = at + 1
    }
    length += chunk.copy(line, length, start)
  })
  stream.on('end', endLine)
}
