/**
 * A text without these characters at its end. `text.replace(/x+$/, '')` looks at every run of x from each of its places: it
 * takes quadratic time where a long run is not at the end. Pure.
 * @param sign one UTF-16 unit
 */
export function trimEnd(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
