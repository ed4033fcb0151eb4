/** Asks for a file in the system's own window. Only a person's click or key may open that. */
export function chooseFile(take: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) take(file)
  })
  input.click()
}
