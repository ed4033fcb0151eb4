/**
 * Asks for a file in the system's own window. Only a click or a key of the user may open that.
 * @param accept which files it offers, as in the attribute of an input; all of them unless given
 */
export function chooseFile(take: (file: File) => void, accept = ''): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) take(file)
  })
  input.click()
}

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
