/**
 * Where the rows of a text start when it is cut at line ends and, in longer lines, every `columns` characters. Keeps only
 * numbers, so that a body of ten megabytes costs one pass and no copies. The last entry is the text's length. Pure.
 */
export function wrapText(text: string, columns: number): number[] {
  const starts = [0]
  let start = 0
  while (start < text.length) {
    const newLine = text.indexOf('\n', start)
    const end = newLine === -1 ? text.length : newLine + 1
    for (let at = start + columns; at < end; at += columns) starts.push(avoidHalf(text, at))
    starts.push(end)
    start = end
  }
  return starts
}

/** A pair of surrogates is one character and stays together. */
function avoidHalf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
