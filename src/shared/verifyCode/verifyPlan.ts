import type { HeaderLine } from '../model.ts'
import type { PlainHmacScheme } from '../signature/signatureScheme.ts'
import { commentText } from './programText.ts'

/** The delivery that a program verifies. Only the headers that the scheme names count. */
export interface VerifyCodeRequest {
  scheme: PlainHmacScheme
  /** At least those that the scheme needs, as they came; a doubled one is joined with a comma, as servers do. */
  headers: readonly HeaderLine[]
  method: string
  /** The public URL, with its query. */
  url: string
  /** Bytes of the body: where there are any, a signature that says nothing of them proves nothing. */
  size: number
}

export type PlaceName = 'signature' | 'timestamp' | 'messageId' | 'publicUrl' | 'method' | 'bodyHash' | 'form'

/** An argument of `verify`, with its value in this delivery and where a server finds it (safe in any comment). */
export interface PlanInput {
  name: PlaceName
  value: string
  source: string
}

/** A piece of text in the signed message: as it is, or the value of a variable. */
export type TextPart = { text: string } | { place: PlaceName }

/** The signed message in order: the raw body, or a run of text pieces in UTF-8. */
export type MessageChunk = 'body' | readonly TextPart[]

export interface VerifyPlan {
  scheme: PlainHmacScheme
  /** Such as "Stripe", safe in any comment. */
  title: string
  /** The separator of the entries of the signature header; null where the header is one signature. */
  separator: ',' | ';' | ' ' | null
  /** The text before the digest in the header, or in an entry of it: `sha256=`, `v1=`, `v1,`, often nothing. */
  prefix: string
  /** Arguments of `verify` in addition to body and secret: only those that this scheme needs. */
  inputs: readonly PlanInput[]
  message: readonly MessageChunk[]
  /** The message has the sorted fields of a form body in it. */
  usesForm: boolean
  /**
   * Where `verify` itself has to look for the timestamp; null when it is an argument or not needed. One that is not part
   * of the message (`signed` is false) is looked for when the signature has been found right.
   */
  timestampIn: { from: 'pair' | 'body'; name: string; signed: boolean } | null
  /** Input of the age check; null when the scheme has none, or the timestamp is a date that programs do not read. */
  age: { toleranceSeconds: number; unit: 's' | 'ms'; written: 'number' | 'date' } | null
}

const formType = /^\s*application\/x-www-form-urlencoded\b/i
const isNumber = /^\d+(?:\.\d+)?$/
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Decides what a program for this delivery needs, so that no program has more than that. Pure. */
export function verifyPlan(request: VerifyCodeRequest): VerifyPlan {
  const { scheme } = request
  const isForm = formType.test(headerValue(request, 'content-type'))
  const places = (scheme.message.match(/\{[a-z]+\}/g) ?? []).filter((place) => place !== '{form}' || isForm)
  const usesTimestamp = places.includes('{timestamp}') || scheme.toleranceSeconds !== null
  const message = chunksOf(scheme.message, isForm)
  return {
    scheme,
    title: commentText(scheme.label),
    separator: scheme.form.kind === 'plain' ? null : scheme.form.separator,
    prefix: scheme.form.kind === 'pairs' ? `${scheme.form.key}=` : scheme.form.prefix,
    inputs: inputsOf(request, places, usesTimestamp),
    message,
    usesForm: message.some(
      (chunk) => chunk !== 'body' && chunk.some((part) => 'place' in part && part.place === 'form'),
    ),
    timestampIn: usesTimestamp ? timestampIn(scheme) : null,
    age: ageOf(request),
  }
}

function inputsOf(request: VerifyCodeRequest, places: readonly string[], usesTimestamp: boolean): PlanInput[] {
  const { scheme, url, method } = request
  const header = (name: PlaceName, of: string): PlanInput => ({
    name,
    value: headerValue(request, of),
    source: `header ${commentText(of)}`,
  })
  const inputs = [header('signature', scheme.header)]
  if (places.includes('{id}')) inputs.push(header('messageId', scheme.idHeader ?? ''))
  if (usesTimestamp && timestampIn(scheme) === null) inputs.push(header('timestamp', scheme.timestamp?.name ?? ''))
  if (places.includes('{method}')) inputs.push({ name: 'method', value: method, source: 'method of the request' })
  if (places.includes('{url}')) {
    inputs.push({
      name: 'publicUrl',
      value: url,
      source: 'the public URL, with its query, exactly as the sender has it',
    })
  }
  const bodyHash = bodyHashOf(scheme, url)
  if (bodyHash !== null) {
    const source = `query parameter ${commentText(scheme.bodyHashParameter ?? '')}`
    inputs.push({ name: 'bodyHash', value: bodyHash, source })
  } else if (request.size > 0 && !places.includes('{body}') && !places.includes('{form}')) {
    // No hash is right then: the program says "not valid", as verification does.
    inputs.push({ name: 'bodyHash', value: '', source: uncoveredSource(scheme) })
  }
  return inputs
}

function uncoveredSource({ bodyHashParameter }: PlainHmacScheme): string {
  const missing =
    bodyHashParameter === null ? '' : `query parameter ${commentText(bodyHashParameter)}, which is missing: `
  return `${missing}without it nothing that is signed covers the body`
}

function chunksOf(template: string, isForm: boolean): MessageChunk[] {
  const chunks: (TextPart[] | 'body')[] = []
  for (const piece of template.split(/(\{[a-z]+\})/).filter((text) => text !== '')) {
    if (piece === '{body}') {
      chunks.push('body')
      continue
    }
    const part = partOf(piece)
    if ('place' in part && part.place === 'form' && !isForm) continue
    const last = chunks.at(-1)
    if (last === undefined || last === 'body') chunks.push([part])
    else last.push(part)
  }
  return chunks
}

function partOf(piece: string): TextPart {
  switch (piece) {
    case '{timestamp}':
      return { place: 'timestamp' }
    case '{id}':
      return { place: 'messageId' }
    case '{url}':
      return { place: 'publicUrl' }
    case '{method}':
      return { place: 'method' }
    case '{form}':
      return { place: 'form' }
    default:
      return { text: piece }
  }
}

function timestampIn({ timestamp, form, message }: PlainHmacScheme): VerifyPlan['timestampIn'] {
  if (timestamp === null || timestamp.from === 'header') return null
  if (timestamp.from === 'pair' && form.kind !== 'pairs') return null
  return { from: timestamp.from, name: timestamp.name, signed: message.includes('{timestamp}') }
}

function ageOf(request: VerifyCodeRequest): VerifyPlan['age'] {
  const { timestamp, toleranceSeconds, form, header } = request.scheme
  if (timestamp === null || toleranceSeconds === null) return null
  const { unit } = timestamp
  if (timestamp.from === 'body') return { toleranceSeconds, unit, written: 'number' }
  const value =
    timestamp.from === 'header'
      ? headerValue(request, timestamp.name)
      : headerValue(request, header)
          .split(form.kind === 'pairs' ? form.separator : ',')
          .map((pair) => pair.trim())
          .find((pair) => pair.startsWith(`${timestamp.name}=`))
          ?.slice(timestamp.name.length + 1)
  if (value !== undefined && isoDate.test(value)) return { toleranceSeconds, unit, written: 'date' }
  const isOtherDate = value !== undefined && !isNumber.test(value) && Number.isFinite(Date.parse(value))
  // An unreadable timestamp is left to the program, which reports it as invalid.
  return isOtherDate ? null : { toleranceSeconds, unit, written: 'number' }
}

function bodyHashOf({ bodyHashParameter }: PlainHmacScheme, url: string): string | null {
  if (bodyHashParameter === null || !URL.canParse(url)) return null
  return new URL(url).searchParams.get(bodyHashParameter)?.toLowerCase() ?? null
}

function headerValue({ headers }: VerifyCodeRequest, name: string): string {
  return headers
    .filter(([candidate]) => candidate.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
    .join(', ')
}

/** Names of the arguments of `verify`, in order. */
export function argumentNames({ inputs, age }: VerifyPlan): string[] {
  return ['body', ...inputs.map(({ name }) => name), 'secret', ...(age === null ? [] : ['now'])]
}

/** Whether this delivery's URL carries the hash of its body. */
export function checksBodyHash({ inputs }: VerifyPlan): boolean {
  return inputs.some(({ name }) => name === 'bodyHash')
}
