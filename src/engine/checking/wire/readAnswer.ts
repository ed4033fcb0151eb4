/** The head of an answer, and as much of its body as is kept. */
export interface ReadAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
  /** The server takes no other request on this connection. */
  closes: boolean
}

/** Larger heads and trailers are malformed, bytes; of a body no more is kept. */
const maxHeadBytes = 65_536
const maxKeptBody = 65_536
/** More answers such as "103 Early Hints" before the final one are malformed. */
const maxInterim = 32

type Expected = 'status' | 'header' | 'body' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'whole' | 'malformed'

/**
 * Reads one answer as its bytes arrive. Never throws; time and memory grow linearly with the input. A custom parser,
 * because no regular client would send these requests. A body with invalid sizes ends where they begin: the status was
 * seen, and the connection cannot be reused.
 */
export class AnswerReader {
  #expected: Expected = 'status'
  #line = ''
  #lineBytes = 0
  #interims = 0
  /** Bytes that are left of a chunk, or of a body with a length. */
  #left = 0
  #head: { status: number; isOld: boolean; headers: [name: string, value: string][] } | null = null
  #final: Omit<ReadAnswer, 'body'> | null = null
  readonly #kept: Buffer[] = []
  #keptBytes = 0
  readonly #method: string
  readonly #onInterim: (status: number) => void

  /**
   * @param method of the request: the answer to HEAD has no body
   * @param onInterim called with the status of each answer before the final one
   */
  constructor(method: string, onInterim: (status: number) => void) {
    this.#method = method
    this.#onInterim = onInterim
  }

  /** `malformed`: the bytes are not an HTTP/1 response head. `whole`: the answer is complete. */
  get state(): 'reading' | 'whole' | 'malformed' {
    return this.#expected === 'whole' || this.#expected === 'malformed' ? this.#expected : 'reading'
  }

  /** The partial answer; null before its head is complete. */
  answer(): ReadAnswer | null {
    if (this.#final === null) return null
    const closes = this.#final.closes || this.state !== 'whole'
    return { ...this.#final, closes, body: Buffer.concat(this.#kept) }
  }

  add(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0 && this.#expected !== 'malformed') {
      // Bytes that nothing asked for: on this connection they could be taken for the next answer.
      if (this.#expected === 'whole') return this.#end('broken')
      const isBody = this.#expected === 'body' || this.#expected === 'chunk'
      rest = rest.subarray(isBody ? this.#addToBody(rest) : this.#addToLine(rest))
    }
  }

  /** Takes bytes up to the end of a line; how many there were. */
  #addToLine(bytes: Buffer): number {
    const end = bytes.indexOf('\n')
    const size = end === -1 ? bytes.length : end + 1
    this.#lineBytes += size
    if (this.#lineBytes > maxHeadBytes) {
      this.#end('broken')
      return size
    }
    this.#line += bytes.toString('latin1', 0, size)
    const line = this.#line
    if (end === -1) {
      if (this.#expected === 'status' && line.length >= 5 && !line.startsWith('HTTP/')) this.#end('broken')
      return size
    }
    this.#line = ''
    if (line.endsWith('\r\n')) this.#takeLine(line.slice(0, -2))
    else this.#end('broken')
    return size
  }

  #addToBody(bytes: Buffer): number {
    const size = Math.min(this.#left, bytes.length)
    const part = bytes.subarray(0, Math.min(size, maxKeptBody - this.#keptBytes))
    if (part.length > 0) this.#kept.push(Buffer.from(part))
    this.#keptBytes += part.length
    this.#left -= size
    if (this.#left > 0) return size
    if (this.#expected === 'chunk') this.#expected = 'chunk-end'
    else this.#end('sound')
    return size
  }

  #takeLine(line: string): void {
    switch (this.#expected) {
      case 'status':
        return this.#takeStatus(line)
      case 'header':
        if (line === '') this.#takeHead()
        else this.#head?.headers.push(splitHeader(line))
        return
      case 'chunk-size':
        return this.#takeChunkSize(line)
      case 'chunk-end':
        if (line === '') this.#expected = 'chunk-size'
        else this.#end('broken')
        return
      case 'trailer':
        if (line === '') this.#end('sound')
        return
      case 'body':
      case 'chunk':
      case 'whole':
      case 'malformed':
        return
    }
  }

  #takeStatus(line: string): void {
    const [, version, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(line) ?? []
    if (status === undefined) return this.#end('broken')
    this.#head = { status: Number(status), isOld: version === '0', headers: [] }
    this.#expected = 'header'
  }

  #takeHead(): void {
    if (this.#head === null) return
    const { status, isOld, headers } = this.#head
    this.#lineBytes = 0
    // A change of protocol, which nothing asked for, is no answer.
    if (status === 101) return this.#end('broken')
    if (status < 200) {
      this.#interims += 1
      if (this.#interims > maxInterim) return this.#end('broken')
      this.#expected = 'status'
      return this.#onInterim(status)
    }
    this.#final = { status, headers, closes: closesAfter(headers, isOld) }
    const body = status === 204 || status === 304 || this.#method === 'HEAD' ? 0 : bodyForm(headers)
    if (body === 0) return this.#end('sound')
    if (body === 'broken') return this.#end('broken')
    this.#expected = body === 'chunked' ? 'chunk-size' : 'body'
    if (body !== 'chunked') this.#left = body
  }

  #takeChunkSize(line: string): void {
    const [, size] = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line) ?? []
    if (size === undefined) return this.#end('broken')
    this.#left = Number.parseInt(size, 16)
    this.#expected = this.#left === 0 ? 'trailer' : 'chunk'
    this.#lineBytes = 0
  }

  /** Before its head is whole, what is broken is no answer; after it, the answer ends here. */
  #end(how: 'sound' | 'broken'): void {
    this.#expected = this.#final === null ? 'malformed' : 'whole'
    if (how === 'broken' && this.#final !== null) this.#final.closes = true
  }
}

function splitHeader(line: string): [name: string, value: string] {
  const at = line.indexOf(':')
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()]
}

function valuesOf(headers: readonly (readonly [name: string, value: string])[], wanted: string): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim().toLowerCase())
}

function closesAfter(headers: [name: string, value: string][], isOld: boolean): boolean {
  const connection = valuesOf(headers, 'connection')
  return isOld ? !connection.includes('keep-alive') : connection.includes('close')
}

/** How the body ends: after a number of bytes, by its chunks, or, without a header for it, with the connection. */
function bodyForm(headers: [name: string, value: string][]): number | 'chunked' | 'broken' {
  const encodings = valuesOf(headers, 'transfer-encoding')
  if (encodings.length > 0) return encodings.at(-1) === 'chunked' ? 'chunked' : Infinity
  const lengths = new Set(valuesOf(headers, 'content-length'))
  if (lengths.size === 0) return Infinity
  const [length = ''] = lengths
  return lengths.size === 1 && /^\d{1,15}$/.test(length) ? Number(length) : 'broken'
}
