/** The head of an answer and where its body ends. A parser of our own, because what is sent is no request that a client would send. */
export interface AnswerHead {
  status: number
  headers: [name: string, value: string][]
  /** Bytes of the head with its empty line. */
  size: number
  /** The server takes no other request on this connection. */
  closes: boolean
}

/** Larger heads are no answer, bytes. */
const largestHead = 65_536

/** The head at the start of what came; null while it is not whole; 'malformed' when it is no HTTP/1 answer. Pure. */
export function readHead(bytes: Buffer): AnswerHead | null | 'malformed' {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) {
    const isOther = bytes.length >= 5 && bytes.toString('latin1', 0, 5) !== 'HTTP/'
    return isOther || bytes.length > largestHead ? 'malformed' : null
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1])
  if (!Number.isInteger(status)) return 'malformed'
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()]
  })
  const connection = headers.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value)
  const closes = first.startsWith('HTTP/1.0')
    ? !/\bkeep-alive\b/i.test(connection.join())
    : /\bclose\b/i.test(connection.join())
  return { status, headers, size: end + 4, closes }
}

/** The bytes after the end of the answer's body, counted from the start; null while it is not whole. Pure. */
export function endOfBody(bytes: Buffer, head: AnswerHead): number | null {
  if (head.status === 204 || head.status === 304 || head.status < 200) return head.size
  const valueOf = (name: string) => head.headers.find(([other]) => other.toLowerCase() === name)?.[1]
  if (/\bchunked\b/i.test(valueOf('transfer-encoding') ?? '')) return endOfChunks(bytes, head.size)
  const length = Number(valueOf('content-length') ?? Number.NaN)
  // Without a length the body ends with the connection.
  if (!Number.isSafeInteger(length)) return null
  return bytes.length >= head.size + length ? head.size + length : null
}

function endOfChunks(bytes: Buffer, start: number): number | null {
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!Number.isSafeInteger(size)) return bytes.length
    if (size === 0) {
      const trailersEnd = bytes.indexOf('\r\n\r\n', lineEnd)
      return trailersEnd === -1 ? null : trailersEnd + 4
    }
    at = lineEnd + 2 + size + 2
    if (at > bytes.length) return null
  }
}
