import { useEffect, useState } from 'react'
import { type BodyReader, startBodyReader } from '../../bytes/startBodyReader.ts'
import type { ReadBody } from '../../bytes/readBody.ts'

interface Reading {
  reader: BodyReader | null
  read: ReadBody | null
  bytes: Uint8Array<ArrayBuffer> | null
  /** Why it could not be read. */
  problem: string | null
}

const nothing: Reading = { reader: null, read: null, bytes: null, problem: null }

/** Reads bytes for as long as they are shown; a worker that did it ends with them. */
export function useReader(blob: Blob, contentType: string): Reading {
  const [reading, setReading] = useState({ ...nothing, of: blob })
  useEffect(() => {
    let stopped = false
    const reader = startBodyReader(blob, contentType)
    const tell = (next: Partial<Reading>) => {
      if (!stopped) setReading({ ...nothing, reader, ...next, of: blob })
    }
    reader.read.then(
      ({ read, bytes }) => tell({ read, bytes }),
      (error: unknown) => tell({ problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      stopped = true
      reader.stop()
    }
  }, [blob, contentType])
  return reading.of === blob ? reading : nothing
}
