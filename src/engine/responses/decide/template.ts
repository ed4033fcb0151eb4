import { templateNames } from '../../../shared/codes/responses.ts'
import type { AnswerFacts } from './answerFacts.ts'

type TemplateName = (typeof templateNames)[number]

/** A place of a template that is filled from the request. */
interface Place {
  name: TemplateName
  argument: string
  /** Taken where the request has nothing; null: the template then fails. */
  fallback: string | null
  /** As it is written. */
  written: string
  /** Whether it is inside of a JSON text in quotes; only of a JSON body. */
  quoted: boolean
}

/** A text with places in it, in order. */
export type Template = readonly (string | Place)[]

/** Why a text is no template. */
export type TemplateProblem =
  | { code: 'template-unclosed' }
  | { code: 'template-name-unknown'; place: string }
  | { code: 'template-argument'; place: string }

/** Reads `{{name:argument|fallback}}`; `\{{` is the two characters. Pure. */
export function readTemplate(text: string): { template: Template } | { problem: TemplateProblem } {
  const pieces: (string | Place)[] = []
  let plain = ''
  let at = 0
  let quoted = false
  const addPlain = (added: string) => {
    plain += added
    quoted = quotedAfter(added, quoted)
  }
  while (at < text.length) {
    const open = text.indexOf('{{', at)
    if (open === -1) {
      addPlain(text.slice(at))
      break
    }
    if (text[open - 1] === '\\') {
      addPlain(`${text.slice(at, open - 1)}{{`)
      at = open + 2
      continue
    }
    addPlain(text.slice(at, open))
    const close = text.indexOf('}}', open)
    if (close === -1) return { problem: { code: 'template-unclosed' } }
    const place = readPlace(text.slice(open, close + 2), quoted)
    if ('problem' in place) return place
    if (plain !== '') pieces.push(plain)
    plain = ''
    pieces.push(place)
    at = close + 2
  }
  if (plain !== '') pieces.push(plain)
  return { template: pieces }
}

/** Whether a JSON text is inside of quotes after some more of it. */
function quotedAfter(text: string, before: boolean): boolean {
  let quoted = before
  for (let index = 0; index < text.length; index += 1) {
    if (quoted && text[index] === '\\') index += 1
    else if (text[index] === '"') quoted = !quoted
  }
  return quoted
}

function readPlace(written: string, quoted: boolean): Place | { problem: TemplateProblem } {
  const [head, fallback] = splitOnce(written.slice(2, -2), '|')
  const [word, argument = ''] = splitOnce(head, ':')
  const name = templateNames.find((known) => known === word.trim())
  if (name === undefined) return { problem: { code: 'template-name-unknown', place: written.slice(0, 80) } }
  const place: Place = {
    name,
    argument: argument.trim(),
    fallback: fallback?.trim() ?? null,
    written: written.slice(0, 80),
    quoted,
  }
  return isComplete(place) ? place : { problem: { code: 'template-argument', place: place.written } }
}

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function isComplete({ name, argument }: Place): boolean {
  switch (name) {
    case 'json':
      return argument === '' || argument.startsWith('/')
    case 'header':
    case 'query':
      return argument !== ''
    case 'time':
      return ['', 'seconds', 'ms', 'http'].includes(argument)
    case 'method':
    case 'path':
    case 'body':
    case 'id':
    case 'nth':
      return argument === ''
  }
}

/** How values are written where they are put: as JSON, as HTML, as a header's value, or as they are. */
export type TemplateForm = 'json' | 'html' | 'header' | 'text'

/** The form that a body of this type wants. */
export function formOf(contentType: string): TemplateForm {
  if (/[/+]json\b/i.test(contentType)) return 'json'
  return /[/+](?:html|xml)\b/i.test(contentType) ? 'html' : 'text'
}

export type Filled =
  | { text: (deliveryId: string) => string; fromRequest: boolean }
  | { failed: 'template-value-missing' | 'template-body-unreadable' | 'template-value-in-header'; place: string }
  | { failed: 'template-too-long' }

/**
 * Fills a template. All failures happen here: the delivery's id is known only after the commit, and is filled in last.
 * Values are never read as templates. Pure.
 * @param maxLength maximum characters, not counting the id; longer results are not built
 */
export function fillTemplate(
  template: Template,
  facts: AnswerFacts,
  { form, maxLength }: { form: TemplateForm; maxLength: number },
): Filled {
  const pieces: (string | null)[] = []
  let length = 0
  const add = (text: string): boolean => {
    pieces.push(text)
    length += text.length
    return length <= maxLength
  }
  let fromRequest = false
  for (const piece of template) {
    if (typeof piece === 'string') {
      if (!add(piece)) return { failed: 'template-too-long' }
      continue
    }
    if (piece.name === 'id') {
      pieces.push(null)
      continue
    }
    const value = valueOf(piece, facts)
    if (typeof value === 'object' && value !== null && 'unreadable' in value) {
      return { failed: 'template-body-unreadable', place: piece.written }
    }
    if (value === undefined && piece.fallback === null)
      return { failed: 'template-value-missing', place: piece.written }
    fromRequest ||= piece.name !== 'time' && piece.name !== 'nth'
    const text = written(value ?? { text: piece.fallback ?? '' }, piece, form)
    if (form === 'header' && /[^\t\x20-\x7e\x80-\xff]/.test(text)) {
      return { failed: 'template-value-in-header', place: piece.written }
    }
    if (!add(text)) return { failed: 'template-too-long' }
  }
  return { text: (deliveryId) => pieces.map((piece) => piece ?? deliveryId).join(''), fromRequest }
}

/** A value of a request: a text, or JSON as it is written there. */
type Value = { text: string } | { json: unknown; written: string }

function valueOf({ name, argument }: Place, facts: AnswerFacts): Value | { unreadable: true } | undefined {
  const textOf = (text: string | undefined): Value | undefined => (text === undefined ? undefined : { text })
  switch (name) {
    case 'json':
      return facts.json(argument)
    case 'header':
      return textOf(facts.header(argument))
    case 'query':
      return textOf(facts.query(argument))
    case 'method':
      return { text: facts.method }
    case 'path':
      return { text: facts.path }
    case 'body':
      return { text: facts.bodyText() }
    case 'time':
      return { text: timeText(facts.now, argument) }
    case 'nth':
      return { text: String(facts.nth) }
    case 'id':
      return undefined
  }
}

function timeText(now: number, form: string): string {
  switch (form) {
    case 'seconds':
      return String(Math.floor(now / 1000))
    case 'ms':
      return String(now)
    case 'http':
      return new Date(now).toUTCString()
    default:
      return new Date(now).toISOString()
  }
}

function written(value: Value, { name, quoted }: Place, form: TemplateForm): string {
  const plain = 'text' in value ? value.text : typeof value.json === 'string' ? value.json : value.written
  switch (form) {
    case 'json':
      if (quoted) return JSON.stringify(plain).slice(1, -1)
      if ('written' in value) return value.written
      // A number of ours stays one; any other text becomes a JSON text.
      return /^\d{1,15}$/.test(plain) && (name === 'time' || name === 'nth') ? plain : JSON.stringify(plain)
    case 'html':
      return plain.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    case 'header':
    case 'text':
      return plain
  }
}
