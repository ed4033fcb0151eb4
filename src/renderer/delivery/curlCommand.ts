import type { Delivery } from '../../shared/wireTypes.ts'

/** A single argument of a command line may not be longer on Linux; the rest is room for quotes. */
const longestArgument = 100_000

/** Headers that curl sets itself, or that belong to the one connection they came over. */
const own = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
])

/**
 * A shell line that sends a delivery again, byte for byte: text as it is, other bytes through base64, a body too large for a
 * command line from the file that Save writes. Everything is quoted, so that nothing that came with data is run. Pure.
 * @param origin where to send it, such as "http://127.0.0.1:4690"
 */
export function curlCommand(
  delivery: Pick<Delivery, 'id' | 'method' | 'target' | 'headers'>,
  bytes: Uint8Array,
  origin: string,
): string {
  const { before, data } = dataArguments(delivery.id, bytes)
  const sent = delivery.headers.filter(([name]) => !own.has(name.toLowerCase()))
  // curl adds these by itself unless it is told not to; a header that did not come must not be sent.
  const unwanted = ['content-type', 'user-agent', 'accept'].filter(
    (name) => !sent.some(([present]) => present.toLowerCase() === name),
  )
  const parts = [
    `${before}curl -X ${quote(delivery.method)}`,
    ...sent.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...unwanted.map((name) => `-H ${quote(`${name}:`)}`),
    ...data,
    `--path-as-is ${quote(urlOf(origin, delivery.target))}`,
  ]
  return parts.join(' \\\n  ')
}

/** A target that is a whole address of its own would send the request elsewhere: only its path counts. */
function urlOf(origin: string, target: string): string {
  return target.startsWith('/') ? origin + target : `${origin}/${target.replace(/^[a-z]+:\/\/[^/]*\/?/i, '')}`
}

function dataArguments(id: string, bytes: Uint8Array): { before: string; data: string[] } {
  if (bytes.length === 0) return { before: '', data: [] }
  if (bytes.length > longestArgument) return { before: '', data: [`--data-binary @delivery-${id}.bin`] }
  const text = asText(bytes)
  // curl reads an argument that begins with @ as the name of a file.
  if (text !== null && !text.startsWith('@')) return { before: '', data: [`--data-binary ${quote(text)}`] }
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { before: `printf %s ${quote(encoded)} | base64 -d | `, data: ['--data-binary @-'] }
}

/** Null when it is not UTF-8, or holds what a command line cannot. */
function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
