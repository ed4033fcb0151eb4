import { headerValues } from '../../../../shared/headers.ts'
import type { SignedRequest } from '../../signedRequest.ts'

/** Maximum URLs of a request. */
const maxUrls = 320

/** Ports on which applications listen behind a proxy. */
const innerPorts = [':3000', ':8080', ':5000', ':8000', ':4000', ':80', '']

/**
 * Returns the same URL in other spellings, and as an application behind a proxy sees it: other protocol, port, host,
 * trailing slash, query, percent-encoding. Leaves out `request.urls`; the likeliest come first.
 */
export function urlVariants(request: Pick<SignedRequest, 'urls' | 'headers'>): string[] {
  const found = new Set<string>()
  for (const text of request.urls.slice(0, 4)) {
    const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(.*)$/is.exec(text)
    if (parts === null || !URL.canParse(text)) continue
    const [, protocol = '', authority = '', path = '', query = ''] = parts
    const place = { protocol: protocol.toLowerCase(), authority, path, query }
    for (const written of [...spellings(place), ...behindProxy(place, request)]) {
      if (found.size < maxUrls && !request.urls.includes(written)) found.add(written)
    }
  }
  return [...found]
}

interface Place {
  protocol: string
  authority: string
  path: string
  query: string
}

function* spellings({ protocol, authority, path, query }: Place): Generator<string> {
  const host = authority.replace(/:\d+$/, '')
  const port = authority.slice(host.length)
  const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const tails = [path + query, slashed + query, path, slashed, '', '/']
  for (const name of [protocol, protocol === 'https' ? 'http' : 'https']) {
    const ports = [port, '', name === 'https' ? ':443' : ':80', ':8443', ':8080', ':3000']
    for (const written of new Set(ports)) for (const tail of tails) yield `${name}://${host}${written}${tail}`
  }
  const start = `${protocol}://`
  for (const tail of tails.slice(0, 4)) {
    yield tail
    yield authority + tail
    for (const other of hosts(host)) yield start + other + port + tail
  }
  for (const changed of queries(query)) yield `${start}${authority}${path}${changed}`
  const read = decoded(path)
  yield `${start}${authority}${read}${query}`
  yield `${start}${authority}${read}${decoded(query)}`
  yield `${start}${authority}${encodeURI(read)}${query}`
  yield `${start}${authority}${path}${query}`.toLowerCase()
}

function hosts(host: string): string[] {
  const capital = host.replaceAll(/(^|\.)([a-z])/g, (_all, dot: string, letter: string) => dot + letter.toUpperCase())
  return [
    host.startsWith('www.') ? host.slice(4) : `www.${host}`,
    host.toLowerCase(),
    host.toUpperCase(),
    capital,
    host.charAt(0).toUpperCase() + host.slice(1),
    `${host}.`,
  ]
}

/** A query as other parsers and writers give it. */
function* queries(query: string): Generator<string> {
  if (query === '') {
    yield '?'
    return
  }
  const inner = query.slice(1)
  const pairs = [...new URLSearchParams(inner)]
  const written = (encode: (text: string) => string) => `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}`
  yield `?${decoded(inner)}`
  yield `?${inner.replaceAll('%20', '+')}`
  yield `?${inner.replaceAll('+', '%20')}`
  yield written(encodeURIComponent)
  yield `?${new URLSearchParams(inner).toString()}`
  yield written((text) => text)
  yield `?${encodeURI(inner)}`
  yield `?${inner.replaceAll(/%[0-9a-f]{2}/gi, (found) => found.toLowerCase())}`
  yield `?${inner.replaceAll(/%[0-9a-f]{2}/gi, (found) => found.toUpperCase())}`
  yield `?${inner.replaceAll('&', '&amp;')}`
  yield `?${inner.split('&').toSorted().join('&')}`
  yield `?${inner.split('&').toReversed().join('&')}`
  yield '?'
}

/** URLs that an application sees when it does not know that a proxy is in front of it. */
function* behindProxy({ path, query }: Place, { headers }: Pick<SignedRequest, 'headers'>): Generator<string> {
  const named = ['host', 'x-forwarded-host', 'x-original-host', 'x-forwarded-server', 'x-real-host']
    .flatMap((name) => headerValues(headers, name))
    .flatMap((value) => value.split(','))
  const forwarded = headerValues(headers, 'forwarded').flatMap((value) =>
    [...value.matchAll(/host="?([^",;\s]+)/gi)].map(([, host = '']) => host),
  )
  const seen = [...named, ...forwarded].map((host) => host.trim()).filter((host) => /^[\w.:[\]-]{1,200}$/.test(host))
  const guesses = ['localhost', '127.0.0.1'].flatMap((host) => innerPorts.map((port) => host + port))
  for (const host of new Set([...seen, ...guesses])) {
    yield `http://${host}${path}${query}`
    yield `https://${host}${path}${query}`
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
