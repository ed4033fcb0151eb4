import { headerLines, headerValues } from '../../../shared/headers.ts'
import type { PlainHmacScheme } from '../../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from './../signedRequest.ts'

/** What the request offers for the places of a message template, the likeliest first. */
export interface RequestValues {
  timestamps: string[]
  ids: string[]
}

/** Longer values are no timestamps or ids. */
const longest = 128

/** Gathers timestamps and ids from headers, from pairs in the signature's header, and from the body's start. */
export function requestValues(request: SignedRequest, scheme: PlainHmacScheme): RequestValues {
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

function pairsIn(value: string): [string, string][] {
  return value.split(/[,;]\s*/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))]
}
