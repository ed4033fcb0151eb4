/** Words of the two shells of Windows. Pure. */

/** Only printable ASCII reaches a program's arguments as it is: what is beyond depends on the code page. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/**
 * A word for cmd.exe, typed at its prompt (in a batch file a percent sign has another meaning), for a program that reads
 * its arguments as Microsoft's C runtime does. Every sign that could mean something gets a caret, the quotes included, so
 * that cmd never sees a quote and carets hold throughout. Variables come first, before carets: a caret behind a percent
 * sign makes a name that no variable has.
 * @param text printable ASCII
 */
export function cmdWord(text: string): string {
  return runtimeWord(text)
    .replace(/[^A-Za-z0-9 ._:/=?-]/g, '^$&')
    .replace(/%(?!\^)/g, '%^')
}

/** Backslashes count only before a quote, and are doubled there; a quote gets one more. */
function runtimeWord(text: string): string {
  const inner = text.replace(/\\+"?|"/g, (found, at: number) => {
    const isQuote = found.endsWith('"')
    const slashes = isQuote ? found.slice(0, -1) : found
    const isLast = at + found.length === text.length
    return `${slashes}${isQuote || isLast ? slashes : ''}${isQuote ? '\\"' : ''}`
  })
  return `"${inner}"`
}

/** A text of PowerShell. In single quotes nothing has a meaning but these; the curved ones are quotes to it as well. */
export function powershellText(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
}
