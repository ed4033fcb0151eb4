/** Offers bytes as a file. The name is ours, never one that came with data. */
export function saveBytes(bytes: Uint8Array<ArrayBuffer> | Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
