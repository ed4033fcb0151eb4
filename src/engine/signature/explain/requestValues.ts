import type { ChangeHow, TimeUnit } from '../../../shared/codes/changes.ts'
import { headerLines, headerValues } from '../../../shared/headers.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { changed } from './causes/change.ts'
import type { SignedRequest } from './../signedRequest.ts'

/** What the request offers for the places of a message template, the likeliest first. */
export interface RequestValues {
  timestamps: string[]
  ids: string[]
}

/** Longer values are no timestamps or ids. */
const longest = 128

/** Gathers timestamps and ids from headers, from pairs in the signature's header, and from the body's start. */
export function requestValues(request: SignedRequest, scheme: SignatureScheme): RequestValues {
  const lines = headerLines(request.headers).filter(([, value]) => value.length <= longest)
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

/** What a variable without a value becomes in a text. */
const missing = ['undefined', 'null', 'None', '', 'NaN', '0']

/** A timestamp that may have been signed in place of the right one. */
export interface OtherTimestamp {
  timestamp: string
  how: ChangeHow
}

/**
 * Timestamps that may have been signed in place of the right one: others of the request, then each of them in another
 * unit or notation, then what stands for a missing one.
 */
export function otherTimestamps(known: readonly string[], right: string | null): OtherTimestamp[] {
  const found = new Map<string, ChangeHow>()
  const add = (text: string, how: ChangeHow) => {
    if (text !== right && !found.has(text)) found.set(text, how)
  }
  for (const timestamp of known) add(timestamp, changed('other-timestamp', { timestamp }))
  for (const from of new Set([...(right === null ? [] : [right]), ...known.slice(0, 8)])) {
    for (const [timestamp, unit] of rewrittenTime(from))
      add(timestamp, changed('timestamp-rewritten', { timestamp, from, unit }))
  }
  for (const text of missing) add(text, changed('timestamp-missing', { text }))
  return [...found].map(([timestamp, how]) => ({ timestamp, how }))
}

/** The same moment in other units and notations. */
function rewrittenTime(text: string): [string, TimeUnit][] {
  const isNumber = /^\d{9,17}(?:\.\d+)?$/.test(text)
  const value = isNumber ? Number(text) * (text.replace(/\..*/, '').length > 11 ? 1 : 1000) : Date.parse(text)
  if (!Number.isFinite(value) || value < 0 || value > 8.64e15) return []
  const iso = new Date(value).toISOString()
  const seconds = Math.floor(value / 1000)
  return [
    [String(Math.round(value)), 'ms'],
    [`${seconds}000`, 'whole-s-as-ms'],
    [String(seconds), 's'],
    [String(Math.round(value / 1000)), 'rounded-s'],
    [String(value / 1000), 'fraction-s'],
    [`${seconds}.0`, 'float-s'],
    [iso, 'iso'],
    [iso.replace(/\.\d+Z$/, 'Z'), 'iso-without-ms'],
    [iso.replace('Z', '+00:00'), 'iso-offset'],
    [iso.replace(/\.\d+Z$/, '+00:00'), 'iso-offset-without-ms'],
    [iso.replace('T', ' ').replace(/\.\d+Z$/, ''), 'date-and-time'],
    [new Date(value).toUTCString(), 'http'],
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
