/**
 * Searches for the simplest text or number that is still accepted. A value keeps its kind: null in place of a text is another
 * fault, not a smaller one. `accepts` is taken to be true for the value itself.
 */

/** The last refused value next to the accepted one, where the search met one. */
export type Accepts<T> = (value: T) => Promise<boolean>

/** The shortest part of a text that is accepted, and then a run of one letter of that length if that is, too. */
export async function simplerText(text: string, accepts: Accepts<string>): Promise<string> {
  if (text === '') return text
  if (await accepts('')) return ''
  const points = Array.from(text)
  const length = await leastAccepted(1, points.length, async (count) => accepts(points.slice(0, count).join('')))
  const start = points.slice(0, length)
  const rest = await leastAccepted(1, length, async (count) => accepts(start.slice(length - count).join('')))
  const part = start.slice(length - rest)
  const plain = 'a'.repeat(part.length)
  const found = part.join('')
  return found !== plain && (await accepts(plain)) ? plain : found
}

/** The least number from `low` to `high` that is accepted, if all above it are; `high` is. */
async function leastAccepted(low: number, high: number, accepts: Accepts<number>): Promise<number> {
  let from = low
  let to = high
  // Most values are needed whole, so the one next to the end is asked first.
  if (to > from && !(await accepts(to - 1))) return to
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (await accepts(middle)) to = middle
    else from = middle + 1
  }
  return to
}

/** Limits that handlers and databases have. */
const limits = [1n, 10n, 100n, 127n, 128n, 255n, 256n, 1000n, 32_767n, 32_768n, 65_535n, 65_536n]
const wideLimits = [31n, 32n, 53n, 63n, 64n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n])
const anchors = [...limits, 1_000_000n, ...wideLimits].toSorted((a, b) => (a < b ? -1 : 1))

/** The smallest number that is accepted, as JSON. */
export async function simplerNumber(json: string, accepts: Accepts<string>): Promise<string> {
  if (json === '0') return json
  if (await accepts('0')) return '0'
  if (!/^-?\d{1,400}$/.test(json)) return simplerFraction(json, accepts)
  const sign = json.startsWith('-') ? '-' : ''
  const size = BigInt(json.slice(sign.length))
  if (sign === '-' && (await accepts(String(size)))) return simplerNumber(String(size), accepts)
  const below = anchors.filter((anchor) => anchor < size)
  const taken = async (value: bigint) => accepts(`${sign}${value}`)
  let low = 0n
  let high = size
  // The least accepted anchor, then what lies between it and the one before.
  for (let from = 0, to = below.length; from < to;) {
    const middle = Math.floor((from + to) / 2)
    const anchor = below[middle] as bigint
    if (await taken(anchor)) [to, high] = [middle, anchor]
    else [from, low] = [middle + 1, anchor]
  }
  while (high - low > 1n) {
    const next = high - 1n
    if (!(await taken(next))) break
    const middle = (low + high) / 2n
    if (middle !== next && (await taken(middle))) high = middle
    else if (middle === next) high = next
    else [low, high] = [middle, next]
  }
  return `${sign}${high}`
}

async function simplerFraction(json: string, accepts: Accepts<string>): Promise<string> {
  const value = Number(json)
  const whole = Number.isFinite(value) ? BigInt(Math.trunc(value)).toString() : null
  for (const simpler of ['1', whole, '0.5', '1.5', '-1', '1e3'])
    if (simpler !== null && simpler.length < json.length && (await accepts(simpler)))
      return /^-?\d+$/.test(simpler) ? simplerNumber(simpler, accepts) : simpler
  return json
}
