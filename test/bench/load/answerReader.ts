/** Finds the end of answers at little cost, so that the load generator is not the bottleneck. */
export interface AnswerReader {
  /** Takes bytes of a connection, without keeping them, and reports the status of each complete answer. */
  take: (chunk: Buffer) => void
}

const endOfHead = Buffer.from('\r\n\r\n')

export function answerReader(onAnswer: (status: number) => void): AnswerReader {
  let rest: Buffer | null = null
  /** Length of the previous answer, which the next one most likely has. */
  let usual = -1

  function lengthOf(bytes: Buffer): number {
    const head = bytes.indexOf(endOfHead)
    if (head === -1) return -1
    const text = bytes.toString('latin1', 0, head)
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)
    if (length !== null) return head + 4 + Number(length[1])
    if (!/\r\ntransfer-encoding: *chunked/i.test(text)) return head + 4
    const last = bytes.indexOf('0\r\n\r\n', head + 4)
    return last === -1 ? -1 : last + 5
  }

  const statusOf = (bytes: Buffer) =>
    ((bytes[9] ?? 0) - 48) * 100 + ((bytes[10] ?? 0) - 48) * 10 + ((bytes[11] ?? 0) - 48)

  return {
    take(chunk) {
      if (rest === null && chunk.length === usual && statusOf(chunk) === 200) {
        onAnswer(200)
        return
      }
      let bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        const length = lengthOf(bytes)
        if (length === -1 || length > bytes.length) break
        const status = statusOf(bytes)
        if (status === 200) usual = length
        bytes = bytes.subarray(length)
        onAnswer(status)
      }
      rest = bytes.length === 0 ? null : Buffer.from(bytes)
    },
  }
}
