import { isExactNumber } from '../../shared/json/exactJson.ts'

/** Rules for values that no two builds have in common: generated ids, moments and durations. */
export const maskRules = ['uuid', 'ids', 'timestamps', 'durations'] as const
export type MaskRule = (typeof maskRules)[number]

/** A value that was masked, by the path that `difference` writes. */
export interface MaskedPlace {
  rule: MaskRule
  /** As it came. */
  value: string
}

interface TextRule {
  rule: MaskRule
  pattern: RegExp
}

/** Parts of a text, the longest forms first. */
const textRules: readonly TextRule[] = [
  { rule: 'uuid', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  {
    rule: 'timestamps',
    pattern: /\b\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?(?!\d)/g,
  },
  { rule: 'timestamps', pattern: /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g },
  { rule: 'durations', pattern: /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|µs|ns|s|sec|seconds)\b/g },
  { rule: 'ids', pattern: /\b(?:[0-9a-f]{24,128}|[0-7][0-9A-HJKMNP-TV-Z]{25})\b/g },
]

const idName = /^(?:id|uuid|guid)$|(?:Id|ID|Uuid|UUID|Guid|GUID)s?$|[_-](?:id|uuid|guid)s?$/
const timeName =
  /^(?:at|time|timestamp|date|ts|now|created|updated|expires|exp|iat|nbf)$|(?:At|Time|Timestamp|Date|Utc|UTC|Ts)$|[_-](?:at|time|timestamp|date|ts)$/
const durationName =
  /^(?:took|elapsed|duration|latency|ms|seconds)$|(?:Ms|Millis|Seconds|Duration|Elapsed|Took|Latency)$|[_-](?:ms|millis|seconds|duration|elapsed|latency|took)$/

/** Epoch seconds or milliseconds between 2001 and 2100. */
function isEpoch(value: number): boolean {
  return (value >= 1e9 && value < 4.2e9) || (value >= 1e12 && value < 4.2e12)
}

/** Deeper values are compared as they are. */
const maxDepth = 64

/**
 * A JSON value with its generated values replaced by the name of their rule, such as `‹uuid›`. A value that the request has, too, was not
 * generated, and stays. Pure.
 * @param request the body that was answered
 * @param noted each masked value by its path
 */
export function maskValue(value: unknown, request: string, noted: Map<string, MaskedPlace>): unknown {
  return masked(value, '', '', { request, noted }, 0)
}

interface Masking {
  request: string
  noted: Map<string, MaskedPlace>
}

function masked(value: unknown, name: string, path: string, masking: Masking, depth: number): unknown {
  if (depth > maxDepth) return value
  if (Array.isArray(value)) {
    return value.map((each, index) => masked(each, name, `${path}[${index}]`, masking, depth + 1))
  }
  if (typeof value === 'object' && value !== null && !isExactNumber(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        masked(each, key, path === '' ? key : `${path}.${key}`, masking, depth + 1),
      ]),
    )
  }
  const text = isExactNumber(value) ? JSON.stringify(value) : String(value)
  const rule = ruleByName(isExactNumber(value) ? Number(text) : value, name)
  if (rule !== null && !isGiven(text, masking.request)) return note(rule, text, path, masking)
  return typeof value === 'string'
    ? maskText(value, masking.request, (each) => note(each, value, path, masking))
    : value
}

function note(rule: MaskRule, value: string, path: string, { noted }: Masking): string {
  noted.set(path, { rule, value })
  return `‹${rule}›`
}

/** The rule that a member's name asks for; null for values that it does not fit. */
function ruleByName(value: unknown, name: string): MaskRule | null {
  if (typeof value === 'number') {
    if (durationName.test(name)) return 'durations'
    if (timeName.test(name) && isEpoch(value)) return 'timestamps'
    return idName.test(name) ? 'ids' : null
  }
  if (typeof value !== 'string' || value === '') return null
  if (timeName.test(name) && /^\d{10}(?:\d{3})?$/.test(value)) return 'timestamps'
  return idName.test(name) ? 'ids' : null
}

/** Shorter values are in any text by chance. */
const minGivenLength = 3

function isGiven(text: string, request: string): boolean {
  return text.length >= minGivenLength && request.includes(text)
}

/** A text with its generated parts replaced by the name of their rule. Pure. @param note called for each rule that is used */
export function maskText(text: string, request: string, note: (rule: MaskRule) => void = () => undefined): string {
  let shown = text
  for (const { rule, pattern } of textRules) {
    shown = shown.replaceAll(pattern, (part) => {
      if (isGiven(part, request)) return part
      note(rule)
      return `‹${rule}›`
    })
  }
  return shown
}
