/** Lines of a program; what a scheme does not need is null and leaves no trace. */
export type Lines = readonly (string | null | Lines)[]

/** Joins lines into the text of a file, which ends with a line feed. */
export function programText(...lines: Lines): string {
  return `${flat(lines).join('\n')}\n`
}

/** Puts white space before every line that is not empty. */
export function indented(by: string, ...lines: Lines): string[] {
  return flat(lines).map((line) => (line === '' ? '' : by + line))
}

function flat(lines: Lines): string[] {
  return lines.flatMap((line) => (line === null ? [] : typeof line === 'string' ? [line] : flat(line)))
}

/** A name from outside as it may appear in a comment of any language: nothing in it can end the comment. */
export function commentText(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._:()-]/g, '?').slice(0, 60)
}

/** `bodyHash` as `body_hash`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
