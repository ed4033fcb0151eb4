import { headerLines, headerValues } from '../../../../shared/headers.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { type How, quoting } from '../causes/change.ts'
import type { SignedRequest } from '../../signedRequest.ts'

/** Values of the request that fit the places of a message template, the likeliest first. */
export interface RequestValues {
  timestamps: string[]
  ids: string[]
}

/** Longer values are not timestamps or ids, characters. */
const maxLength = 128

/** Gathers timestamps and ids from headers, from pairs in the signature's header, and from the body's start. */
export function requestValues(request: SignedRequest, scheme: SignatureScheme): RequestValues {
  const lines = headerLines(request.headers).filter(([, value]) => value.length <= maxLength)
  const named = (name: string | null | undefined) =>
    name === null || name === undefined ? [] : headerValues(request.headers, name)
  const pairs = headerValues(request.headers, scheme.header).flatMap((value) => pairsIn(value.slice(0, 4_096)))
  const body = Buffer.from(
    request.body.buffer,
    request.body.byteOffset,
    Math.min(request.body.length, 65_536),
  ).toString('utf8')
  return {
    timestamps: unique([
      ...(scheme.timestamp?.from === 'header' ? named(scheme.timestamp.name) : []),
      ...pairs.filter(([name]) => /^(?:t|ts|time|timestamp)$/i.test(name)).map(([, value]) => value),
      ...lines.filter(([name]) => /time-?stamp|-time$|^date$/i.test(name)).map(([, value]) => value),
      ...[...body.matchAll(/"(?:\w*[tT]imestamp|ts|time|created_?[aA]t\w*)"\s*:\s*"?([^",}\s]{1,64})/g)]
        .slice(0, 3)
        .map((found) => found[1] ?? ''),
    ]),
    ids: unique([
      ...named(scheme.idHeader),
      ...lines.filter(([name]) => /(?:^|-)(?:id|delivery|nonce)$/i.test(name)).map(([, value]) => value),
      ...[...body.matchAll(/"id"\s*:\s*"([^"]{1,64})"/g)].slice(0, 2).map((found) => found[1] ?? ''),
    ]),
  }
}

/** Texts of a variable without a value. */
const missingTexts = ['undefined', 'null', 'None', '', 'NaN', '0']

/** A timestamp that may have been signed in place of the right one. */
export interface OtherTimestamp {
  timestamp: string
  how: How
}

/**
 * Timestamps that may have been signed in place of the right one: others of the request, then each of them in another
 * unit or notation, then what stands for a missing one.
 */
export function otherTimestamps(known: readonly string[], right: string | null, pair: string | null): OtherTimestamp[] {
  const found = new Map<string, How>()
  const add = (text: string, how: How) => {
    if (text !== right && !found.has(text)) found.set(text, how)
  }
  if (pair !== null && right !== null)
    add(`${pair}=${right}`, quoting(` with the timestamp as the whole pair ${pair}={1}`, right))
  for (const timestamp of known) add(timestamp, quoting(' with the timestamp {1}', timestamp))
  for (const from of new Set([...(right === null ? [] : [right]), ...known.slice(0, 8)])) {
    for (const [timestamp, unit] of rewrittenTime(from))
      add(timestamp, quoting(` with the timestamp {1} ({2} ${unit})`, timestamp, from))
  }
  for (const text of missingTexts) add(text, ` with the timestamp ${text === '' ? 'left out' : text}`)
  return [...found].map(([timestamp, how]) => ({ timestamp, how }))
}

/** Maximum difference between the clocks of sender and receiver that is tried, seconds. */
const maxSkewSeconds = 30

/** Timestamps close to the right one, as code takes them from its own clock: milliseconds of the same second, seconds around it. */
export function closeTimestamps(right: string | null): OtherTimestamp[] {
  if (right === null || !/^\d{9,13}$/.test(right)) return []
  const seconds = right.length > 10 ? Math.floor(Number(right) / 1000) : Number(right)
  const inSeconds = right.length <= 10
  const found: OtherTimestamp[] = []
  const add = (timestamp: string, how: string) => {
    if (timestamp !== right) found.push({ timestamp, how: quoting(how, timestamp) })
  }
  for (let ms = 0; ms < 1000; ms++)
    add(String(seconds * 1000 + ms), ' with the timestamp {1}, milliseconds of the same second')
  for (let off = 1; off <= maxSkewSeconds; off++) {
    for (const moment of inSeconds ? [seconds + off, seconds - off] : [])
      add(String(moment), ' with the timestamp {1}, which is close to the right one')
  }
  return found
}

/** The same moment in other units and notations. */
function rewrittenTime(text: string): [string, string][] {
  const isNumber = /^\d{9,17}(?:\.\d+)?$/.test(text)
  const value = isNumber ? Number(text) * (text.replace(/\..*/, '').length > 11 ? 1 : 1000) : Date.parse(text)
  if (!Number.isFinite(value) || value < 0 || value > 8.64e15) return []
  const iso = new Date(value).toISOString()
  const seconds = Math.floor(value / 1000)
  return [
    [String(Math.round(value)), 'in milliseconds'],
    [`${seconds}000`, 'in whole seconds, as milliseconds'],
    [String(seconds), 'in seconds'],
    [String(Math.round(value / 1000)), 'in rounded seconds'],
    [String(value / 1000), 'in seconds with a fraction'],
    [`${seconds}.0`, 'as a float of seconds'],
    [iso, 'as an ISO date'],
    [iso.replace(/\.\d+Z$/, 'Z'), 'as an ISO date without milliseconds'],
    [iso.replace('Z', '+00:00'), 'as an ISO date with +00:00'],
    [iso.replace(/\.\d+Z$/, '+00:00'), 'as an ISO date with +00:00 and without milliseconds'],
    [iso.replace('T', ' ').replace(/\.\d+Z$/, ''), 'as a date and a time'],
    [new Date(value).toUTCString(), 'as an HTTP date'],
  ]
}

function pairsIn(value: string): [string, string][] {
  return value.split(/[,;]\s*/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))]
}
