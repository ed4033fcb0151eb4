import {
  isPlainHmac,
  type PlainHmacScheme,
  type SignatureScheme,
  type TimestampSource,
} from '../../../../shared/signature/signatureScheme.ts'
import type { IdForm, Meaning } from '../../../../shared/signature/meaning.ts'
import { serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { formWords } from '../settingsWords.ts'

/** A scheme that the user describes, as the fields of a form hold it. Pure functions only. */
export interface OwnSchemeForm {
  /** The whole scheme as JSON, for what has no fields here; empty while the fields below describe it. */
  json: string
  header: string
  kind: PlainHmacScheme['form']['kind']
  /** For `plain` and `list`. */
  prefix: string
  /** For `pairs`. */
  separator: ',' | ';'
  pairKey: string
  algorithm: PlainHmacScheme['algorithm']
  encoding: PlainHmacScheme['encoding']
  keyDecode: PlainHmacScheme['key']['decode']
  keyPrefix: string
  message: string
  timestampFrom: 'none' | TimestampSource['from']
  timestampName: string
  timestampUnit: TimestampSource['unit']
  idHeader: string
  /** Seconds; empty: age does not matter. */
  tolerance: string
  bodyHashParameter: string
  /** The accepted forms of the URL where it is signed. */
  urlForms: 'exact' | 'loose'
  /** Places of what a delivery means, see `Meaning`; the parts of the event's type are separated by commas. */
  eventType: string
  eventId: string
  time: string
  objectType: string
  objectId: string
  objectIdForm: IdForm
  items: string
}

/** A scheme as a form, to begin with. */
export function formOfScheme(scheme: SignatureScheme): OwnSchemeForm {
  const hasFields = isPlainHmac(scheme) && scheme.alsoIn === undefined
  return hasFields ? fieldsOfScheme(scheme) : { ...fieldsOfScheme(serviceScheme), json: jsonOfScheme(scheme) }
}

/** Without what the engine fills in. */
function jsonOfScheme({ id: _id, label: _label, ...scheme }: SignatureScheme): string {
  return JSON.stringify(scheme, null, 2)
}

function fieldsOfScheme(scheme: PlainHmacScheme): OwnSchemeForm {
  const { header, form, algorithm, encoding, key, message, timestamp, idHeader } = scheme
  return {
    json: '',
    header,
    kind: form.kind,
    prefix: form.kind === 'pairs' ? '' : form.prefix,
    separator: form.kind === 'pairs' ? form.separator : ',',
    pairKey: form.kind === 'pairs' ? form.key : '',
    algorithm,
    encoding,
    keyDecode: key.decode,
    keyPrefix: key.prefix,
    message,
    timestampFrom: timestamp?.from ?? 'none',
    timestampName: timestamp?.name ?? '',
    timestampUnit: timestamp?.unit ?? 's',
    idHeader: idHeader ?? '',
    tolerance: scheme.toleranceSeconds === null ? '' : String(scheme.toleranceSeconds),
    bodyHashParameter: scheme.bodyHashParameter ?? '',
    urlForms: scheme.looseUrl === true ? 'loose' : 'exact',
    ...fieldsOfMeaning(scheme.meaning),
  }
}

/** The scheme that the form describes. Call `missingFields` first: a tolerance must be a number. */
export function schemeOfForm(form: OwnSchemeForm): SignatureScheme {
  if (form.json !== '') {
    // A scheme file may be pasted as it is.
    const {
      hookscope: _hookscope,
      version: _version,
      name: _name,
      ...scheme
    } = JSON.parse(form.json) as object & {
      hookscope?: unknown
      version?: unknown
      name?: unknown
    }
    return { ...(scheme as SignatureScheme), id: 'own', label: formWords.ownScheme }
  }
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  const { algorithm, encoding, message, timestampFrom, timestampUnit } = form
  return {
    kind: 'hmac',
    id: 'own',
    label: formWords.ownScheme,
    header: form.header.trim(),
    form: headerForm(form),
    algorithm,
    encoding,
    key: { decode: form.keyDecode, prefix: form.keyPrefix },
    message,
    timestamp:
      timestampFrom === 'none' ? null : { from: timestampFrom, name: form.timestampName.trim(), unit: timestampUnit },
    idHeader: text(form.idHeader),
    toleranceSeconds: form.tolerance.trim() === '' ? null : Number(form.tolerance),
    bodyHashParameter: text(form.bodyHashParameter),
    ...(form.urlForms === 'loose' ? { looseUrl: true } : {}),
    ...meaningOfForm(form),
  }
}

type MeaningFields = 'eventType' | 'eventId' | 'time' | 'objectType' | 'objectId' | 'objectIdForm' | 'items'

function fieldsOfMeaning(meaning: Meaning | undefined): Pick<OwnSchemeForm, MeaningFields> {
  return {
    eventType: (meaning?.eventType ?? []).join(', '),
    eventId: meaning?.eventId ?? '',
    time: meaning?.time ?? '',
    objectType: meaning?.objectType ?? '',
    objectId: meaning?.objectId ?? '',
    objectIdForm: meaning?.objectIdForm ?? 'word',
    // A body that is an array has its items at "", which a field cannot tell from nothing.
    items: meaning?.items === '' ? wholeBody : (meaning?.items ?? ''),
  }
}

/** Written into the field for items where the body itself is the array. */
const wholeBody = '[]'

/** Nothing where no field is filled in. */
function meaningOfForm(form: OwnSchemeForm): { meaning?: Meaning } {
  const eventType = form.eventType.split(',').flatMap((place) => (place.trim() === '' ? [] : [place.trim()]))
  const named = (['eventId', 'time', 'objectType', 'objectId'] as const).flatMap((field) =>
    form[field].trim() === '' ? [] : [[field, form[field].trim()] as const],
  )
  const items = form.items.trim()
  if (eventType.length === 0 && named.length === 0 && items === '') return {}
  return {
    meaning: {
      eventType,
      ...Object.fromEntries(named),
      ...(form.objectIdForm === 'word' ? {} : { objectIdForm: form.objectIdForm }),
      ...(items === '' ? {} : { items: items === wholeBody ? '' : items }),
    },
  }
}

function headerForm({ kind, prefix, separator, pairKey }: OwnSchemeForm): PlainHmacScheme['form'] {
  switch (kind) {
    case 'plain':
      return { kind, prefix }
    case 'pairs':
      return { kind, separator, key: pairKey.trim() }
    case 'list':
      return { kind, separator: ' ', prefix }
  }
}

export type OwnSchemeProblems = Partial<Record<keyof OwnSchemeForm, string>>

/** Where the contract finds fault with a scheme -> the field for it. */
const fieldOfPlace: Readonly<Record<string, keyof OwnSchemeForm>> = {
  header: 'header',
  form: 'kind',
  'form.kind': 'kind',
  'form.prefix': 'prefix',
  'form.separator': 'separator',
  'form.key': 'pairKey',
  algorithm: 'algorithm',
  encoding: 'encoding',
  'key.decode': 'keyDecode',
  'key.prefix': 'keyPrefix',
  message: 'message',
  timestamp: 'timestampFrom',
  'timestamp.from': 'timestampFrom',
  'timestamp.name': 'timestampName',
  'timestamp.unit': 'timestampUnit',
  idHeader: 'idHeader',
  toleranceSeconds: 'tolerance',
  bodyHashParameter: 'bodyHashParameter',
  looseUrl: 'urlForms',
  'meaning.eventId': 'eventId',
  'meaning.time': 'time',
  'meaning.objectType': 'objectType',
  'meaning.objectId': 'objectId',
  'meaning.objectIdForm': 'objectIdForm',
  'meaning.items': 'items',
}

/** The engine's refusals by field; the first one for each. */
export function refusedFields(issues: readonly { place: string; message: string }[]): OwnSchemeProblems {
  const problems: OwnSchemeProblems = {}
  for (const { place, message } of issues) {
    const field = place.startsWith('ownScheme.meaning.eventType')
      ? 'eventType'
      : place.startsWith('ownScheme.')
        ? fieldOfPlace[place.slice('ownScheme.'.length)]
        : undefined
    if (field !== undefined) problems[field] ??= message
    else if (place.startsWith('ownScheme')) problems.json ??= `${place.slice('ownScheme.'.length)}: ${message}`
  }
  return problems
}

/** Missing fields, known without asking the engine. */
export function missingFields(form: OwnSchemeForm): OwnSchemeProblems {
  const problems: OwnSchemeProblems = {}
  if (form.json !== '') return isJsonObject(form.json) ? {} : { json: formWords.notJson }
  if (form.header.trim() === '') problems.header = formWords.sayHeader
  if (form.kind === 'pairs' && form.pairKey.trim() === '') problems.pairKey = formWords.sayPair
  if (form.timestampFrom !== 'none' && form.timestampName.trim() === '') problems.timestampName = formWords.sayTimestamp
  if (!/^\d{0,5}$/.test(form.tolerance.trim())) problems.tolerance = formWords.saySeconds
  return problems
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
