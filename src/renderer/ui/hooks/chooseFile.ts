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
