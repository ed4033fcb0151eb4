/** A line of a file without its end; null where it is longer than a line may be. */
export interface FileLine {
  /** From 1. */
  number: number
  bytes: Uint8Array | null
  /** Its line feed came: only the last line of a file can be without. */
  isWhole: boolean
}

/** Splits a file into lines as it comes, with memory for one line. Empty lines are left out. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<FileLine, void, void> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  const take = (part: Uint8Array): void => {
    length += part.length
    if (length <= longest) parts.push(part)
    else parts = []
  }
  const finish = (isWhole: boolean): FileLine | null => {
    const bytes =
      length > longest ? null : trimmed(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts))
    const line = bytes?.length === 0 ? null : { number, bytes, isWhole }
    parts = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, end))
      from = end + 1
      const line = finish(true)
      if (line !== null) yield line
    }
    // The chunk's memory may be used again.
    if (from < chunk.length) take(chunk.slice(from))
  }
  if (length > 0) {
    const line = finish(false)
    if (line !== null) yield line
  }
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 13 || bytes[end - 1] === 32)) end -= 1
  return bytes.subarray(0, end)
}
