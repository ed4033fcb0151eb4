/**
 * The path and query of a request that is sent on: those of the target, then what followed the receiver's path, letter by
 * letter. Null where a segment could lead out of the target's path. Pure.
 * @param target path and query, without the question mark
 * @param rest empty, or begins with "/" or "?"
 */
export function joinedPath(target: { path: string; query: string }, rest: string): string | null {
  const [restPath, restQuery] = splitQuery(rest)
  if (leadsUp(restPath)) return null
  const query = [target.query, restQuery].filter((part) => part !== '').join('&')
  const path = restPath === '' ? target.path : target.path.replace(/\/$/, '') + restPath
  return query === '' ? path : `${path}?${query}`
}

/** Path and query, without the question mark. */
function splitQuery(address: string): [path: string, query: string] {
  const mark = address.indexOf('?')
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)]
}

/** Nothing real is encoded more often, and each round costs the length of the path. */
const maxDecodings = 4

/**
 * Whether any server could read a segment of the path as "..". Servers differ in what they decode, how often, and before or
 * after they look for slashes, so every reading counts: percent-encoded up to four times, with backslashes for slashes, with
 * path parameters (`..;x`), a NUL or spaces behind the dots. A path that is encoded more often counts, too.
 */
function leadsUp(path: string): boolean {
  let reading = path
  for (let round = 0; round <= maxDecodings; round += 1) {
    if (reading.split(/[/\\]/).some(isParent)) return true
    const decoded = reading.replace(/%([0-9a-f]{2})/gi, (_found, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (decoded === reading) return false
    reading = decoded
  }
  return true
}

function isParent(segment: string): boolean {
  return segment.startsWith('..') && /^(?:[;\0]|\s*$)/.test(segment.slice(2))
}
