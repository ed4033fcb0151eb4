/** Bytes of requests that are in memory at once, over all connections of a receiver. */
export class BytesInFlight {
  #used = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts bytes in; returns false, and counts nothing, when they would exceed the limit. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false
    this.#used += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#used -= bytes
  }
}

/** A body announced as longer gets memory for its whole length after this many bytes have arrived. */
const gathered = 512 * 1024

/** The body of one request as it arrives: its first bytes up to the limit, and the count of all of them. */
export class BodyBytes {
  /** Bytes that arrived, kept or not. */
  size = 0
  /** The memory limit is reached: nothing is kept, and the answer is 503. */
  crowdedOut = false
  #kept = 0
  /** Bytes counted for this request: its head and the kept bytes. */
  #counted = 0
  #chunks: Uint8Array[] = []
  /** Buffer for the announced length, if it fits, so that each byte is copied once. */
  #whole: Uint8Array | null = null
  readonly #limit: number
  readonly #announced: number
  readonly #inFlight: BytesInFlight

  /** @param announced bytes that the request says it has, or null */
  constructor(limit: number, announced: number | null, inFlight: BytesInFlight, headBytes: number) {
    this.#limit = limit
    this.#announced = Math.min(announced ?? 0, limit)
    this.#inFlight = inFlight
    this.#count(headBytes)
  }

  #count(bytes: number): void {
    if (this.#inFlight.take(bytes)) {
      this.#counted += bytes
      return
    }
    this.crowdedOut = true
    this.release()
  }

  /** Adds the next chunk and takes ownership of it. */
  add(chunk: Uint8Array): void {
    this.size += chunk.length
    if (this.crowdedOut) return
    const room = this.#limit - this.#kept
    if (room === 0) return
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room)
    if (this.#whole === null) {
      this.#count(part.length)
      if (this.crowdedOut) return
      this.#chunks.push(part)
      this.#kept += part.length
      if (this.#kept >= gathered) this.#makeRoom()
      return
    }
    this.#whole.set(part, this.#kept)
    this.#kept += part.length
    free(chunk)
  }

  /** Counts announced memory, too: many senders that announce much and send little could exhaust it. */
  #makeRoom(): void {
    const missing = this.#announced - this.#kept
    if (missing <= 0 || !this.#inFlight.take(missing)) return
    this.#counted += missing
    this.#whole = Buffer.allocUnsafeSlow(this.#announced)
    let offset = 0
    for (const chunk of this.#chunks) {
      this.#whole.set(chunk, offset)
      offset += chunk.length
      free(chunk)
    }
    this.#chunks = []
  }

  /** More arrived than is kept. */
  get overLimit(): boolean {
    return this.size > this.#limit
  }

  /** The kept bytes, in memory of exactly their size: a view into a larger block would keep all of that block. */
  bytes(): Uint8Array {
    if (this.#whole !== null) {
      // A body that broke off is shorter than announced.
      if (this.#kept < this.#whole.length) this.#whole = new Uint8Array(this.#whole.subarray(0, this.#kept))
      return this.#whole
    }
    const [first] = this.#chunks
    if (this.#chunks.length === 1 && first !== undefined && first.length === first.buffer.byteLength) return first
    const whole = Buffer.allocUnsafeSlow(this.#kept)
    let offset = 0
    for (const chunk of this.#chunks) {
      whole.set(chunk, offset)
      offset += chunk.length
    }
    this.#chunks = [whole]
    return whole
  }

  /** Frees the bytes; call it when they are no longer needed. A second call does nothing. */
  release(): void {
    this.#inFlight.giveBack(this.#counted)
    this.#counted = 0
    this.#kept = 0
    this.#chunks = []
    this.#whole = null
  }
}

/** Frees a chunk at once, because the hundred chunks of a large body would wait for the garbage collector. */
function free({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
