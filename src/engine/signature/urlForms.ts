import { parse, stringify } from 'node:querystring'
import { type SignatureScheme, signsUrl } from '../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from './signedRequest.ts'

/** The URLs that may have been signed; one empty text for a scheme that signs none. */
export function signedUrls(scheme: SignatureScheme, request: SignedRequest): readonly string[] {
  const needsUrl = signsUrl(scheme) || scheme.kind === 'http-signature'
  if (!needsUrl || request.urls.length === 0) return ['']
  return scheme.looseUrl === true ? [...new Set([...request.urls, ...request.urls.flatMap(urlForms)])] : request.urls
}

/**
 * The forms of one URL that Twilio's official library takes for the same (6.2.0): without its port and with it or the
 * standard one, as it came, as URL normalises it, and with its query written again as Node's old `querystring` writes it.
 */
export function urlForms(url: string): string[] {
  const asItCame = [withoutPort(url), withPort(url)]
  if (!URL.canParse(url)) return [...new Set(asItCame)]
  const normalised = new URL(url).toString()
  const written = [withoutPort(normalised), withPort(normalised)]
  return [...new Set([...asItCame, ...written, ...written.map(withOldQuery)])]
}

/** Protocol, user, host, port, and the rest: nothing of it is changed by a parser. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)((?:[^/?#]*@)?)((?:\[[^\]/?#]*\])?[^:/?#]*)((?::[^/?#]*)?)(.*)$/is

function withoutPort(url: string): string {
  return url.replace(parts, '$1$2$3$5')
}

function withPort(url: string): string {
  return url.replace(parts, (all, protocol: string, user: string, host: string, port: string, rest: string) =>
    port === '' ? `${protocol}${user}${host}${protocol.toLowerCase() === 'https://' ? ':443' : ':80'}${rest}` : all,
  )
}

function withOldQuery(url: string): string {
  const start = url.indexOf('?')
  return start === -1 || start === url.length - 1
    ? url
    : `${url.slice(0, start)}?${stringify(parse(url.slice(start + 1)))}`
}
