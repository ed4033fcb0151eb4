import type { Client } from '../wire/wire.ts'
import { fetchBlob } from './fetchBlob.ts'

/** Fetches the exact bytes of a body; see `fetchBlob`. */
export async function fetchBody(
  client: Client,
  id: string,
  size: number,
  signal?: AbortSignal,
  onProgress?: (loaded: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await fetchBlob(client, id, size, signal, onProgress)
  return new Uint8Array(await blob.arrayBuffer())
}
