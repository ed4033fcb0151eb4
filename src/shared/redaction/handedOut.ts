/**
 * The one place that decides which bytes of a request leave Hookscope: in files, previews, comparisons, test cases and
 * answers to agents. Calls that show a delivery as it came do not come here. Pure.
 */
import { base64Of } from '../basics/base64.ts'
import { addressWithoutCredentials, withoutCredentials } from '../credentials.ts'
import { headerLinesValue } from '../headers.ts'
import type { HeaderLine } from '../model.ts'
import { hideIn, type HiddenText, redactBytes } from './redactBytes.ts'
import type { Search } from './redactText.ts'
import { markOf, markStart } from './rules.ts'

/** Where a request carries a secret itself, and secrets to hide in any place. */
export interface Secrets {
  /** Names of headers. */
  headers: readonly string[]
  /** JSON pointers of the body, or names of a form's fields after the "/"; `*` is any item. */
  pointers: readonly string[]
  texts: readonly string[]
}

export interface HandedOutRequest {
  url: string
  headers: HeaderLine[]
  body: Uint8Array
}

/** Shorter secrets are too common in other texts. They are hidden at their own place only. */
const minSecretLength = 6

/**
 * A request without credentials: in its address, its headers and its body. A body without any is the same object.
 * `replaced`: what was taken out, to be hidden in an answer that repeats it.
 */
export function handedOutRequest(
  { url, headers, body }: HandedOutRequest,
  secrets: Secrets,
): HandedOutRequest & { replaced: string[] } {
  const texts = [...secrets.texts, ...credentialsIn({ url, headers }, secrets.headers)]
  const clean = searchBody({ headers, body }, { ...secrets, texts }, true)
  return {
    url: hideSecrets(addressWithoutCredentials(url).text, texts),
    headers: handedOutHeaders(headers, { ...secrets, texts }),
    body: clean.body,
    replaced: [...texts, ...clean.found],
  }
}

/** Values of the headers and parameters that are credentials, as they are written there. */
export function credentialsIn(
  { url, headers }: Pick<HandedOutRequest, 'url'> & { headers: readonly HeaderLine[] },
  named: readonly string[] = [],
): string[] {
  const { lines } = withoutCredentials(headers, named)
  const values = headers.flatMap(([, value], place) => (lines[place]?.[1] === markOf('credential') ? [value] : []))
  const pairs = url.split(/[?&;#]/).slice(1)
  const parameters = pairs.filter((pair) => addressWithoutCredentials(`?${pair}`).text !== `?${pair}`)
  const valueOf = (pair: string) => pair.slice(pair.indexOf('=') + 1)
  return [
    ...values,
    // Behind a scheme such as "Bearer", and as parts of a cookie.
    ...values.map((value) => value.slice(value.indexOf(' ') + 1)),
    ...values.flatMap((value) => value.split(/[;,] */).map(valueOf)),
    ...parameters.map((pair) => decoded(valueOf(pair))),
  ].filter((text) => text !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Header lines without credentials. */
export function handedOutHeaders(
  lines: readonly HeaderLine[],
  secrets: Pick<Secrets, 'headers' | 'texts'>,
): HeaderLine[] {
  const forms = formsOf(secrets.texts)
  return withoutCredentials(lines, secrets.headers).lines.map(([name, value]) => [name, hideIn(value, forms)])
}

/**
 * A body without secrets. Where it cannot be searched and its scheme puts the secret in it, nothing of it goes along.
 * @param named whether fields that are named for a credential are replaced, too
 */
export function handedOutBody(
  request: Pick<HandedOutRequest, 'headers' | 'body'>,
  secrets: Pick<Secrets, 'pointers' | 'texts'>,
  named = true,
): Uint8Array {
  return searchBody(request, secrets, named).body
}

function searchBody(
  { headers, body }: Pick<HandedOutRequest, 'headers' | 'body'>,
  { pointers, texts }: Pick<Secrets, 'pointers' | 'texts'>,
  named: boolean,
): { body: Uint8Array; found: Set<string> } {
  const found = new Set<string>()
  const search: Search = {
    rules: { personal: [], pointers: [...pointers] },
    credentials: named,
    literals: null,
    onHit: ({ before }) => void (before !== '' && found.add(before)),
  }
  const kind = {
    contentType: headerLinesValue(headers, 'content-type'),
    contentEncoding: headerLinesValue(headers, 'content-encoding'),
  }
  const clean = redactBytes(body, kind, search, [])
  if (clean.unread !== null && pointers.length > 0) return { body: new Uint8Array(), found }
  const forms = formsOf([...texts, ...found])
  return { body: forms.length === 0 ? clean.bytes : redactBytes(clean.bytes, kind, search, forms).bytes, found }
}

/** Bytes of any kind without secrets; the same object where there is none. */
export function hideSecretBytes(bytes: Uint8Array, texts: readonly string[]): Uint8Array {
  const forms = formsOf(texts)
  if (forms.length === 0) return bytes
  // One character for each byte, so that all others stay as they are.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  const shown = hideIn(text, forms)
  return shown === text ? bytes : Uint8Array.from(shown, (character) => character.charCodeAt(0))
}

/** A text without secrets, in whatever form they are in it. */
export function hideSecrets(text: string, texts: readonly string[]): string {
  return hideIn(text, formsOf(texts))
}

/** The forms in which a secret is written: as it is, in JSON, in an address, in a form, in base64 and in hex. */
export function formsOf(texts: readonly string[], minLength = minSecretLength): HiddenText[] {
  const mark = markOf('credential')
  return texts
    .filter((text) => text.length >= minLength && !text.startsWith(markStart))
    .toSorted((a, b) => b.length - a.length)
    .flatMap((secret) => {
      const bytes = new TextEncoder().encode(secret)
      const base64 = base64Of(bytes)
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      const forms = [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret.toWellFormed()),
        new URLSearchParams([['', secret]]).toString().slice(1),
        base64,
        base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
        hex,
        hex.toUpperCase(),
        // A body that is no UTF-8 is searched byte by byte.
        Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
      ]
      return [...new Set(forms)].map((text) => ({ text, mark }))
    })
}
