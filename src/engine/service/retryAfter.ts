/** More is no wait but a joke: 1e999 would be infinite, and no time in dates or JSON. */
const maxWaitMs = 1e14

/**
 * How long an answer asks to wait (RFC 9110, section 10.2.3): seconds, or a date. A date is counted from the answer's own
 * `Date`, so that a clock that goes wrong, here or there, does not matter.
 * @param now used where the answer has no date of its own, ms since the epoch
 * @returns milliseconds, 0 or more; null when the header is absent or says nothing that makes sense, such as -1
 */
export function retryAfter(headers: readonly (readonly [name: string, value: string])[], now: number): number | null {
  const value = find(headers, 'retry-after')
  if (value === undefined) return null
  // Some write large numbers as 1e9.
  if (/^\d+(\.\d+)?(e\+?\d{1,3})?$/i.test(value)) return Math.min(Number(value) * 1000, maxWaitMs)
  const wanted = httpDate(value)
  if (wanted === null) return null
  return Math.max(0, wanted - (httpDate(find(headers, 'date') ?? '') ?? now))
}

function find(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1].trim()
}

/** Date.parse alone takes nearly anything that ends in a number for a date. */
function httpDate(text: string): number | null {
  const at = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(at) ? null : at
}
