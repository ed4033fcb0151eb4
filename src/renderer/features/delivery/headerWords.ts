/** A part of a header's value, explained. */
export interface HeaderPart {
  name: string
  value: string
  /** It names something that people look up elsewhere, such as a trace. */
  isId?: true
}

const words = {
  trace: 'trace',
  parent: 'parent',
  flags: 'flags',
  sampled: (flags: string) => `${flags}, sampled`,
  notSampled: (flags: string) => `${flags}, not sampled`,
  app: 'app',
  note: 'note',
  notATrace: 'not a valid traceparent: version, 32 hex digits, 16 hex digits and flags, none of the ids all zero',
  notAState: 'not a valid tracestate: a list of name=value',
} as const

/** The parts of a header whose value has an inner form that we know, or null. Pure. */
export function explainHeader(name: string, value: string): HeaderPart[] | null {
  switch (name.toLowerCase()) {
    case 'traceparent':
      return traceparentParts(value)
    case 'tracestate':
      return tracestateParts(value)
    case 'request-context':
      return requestContextParts(value)
    default:
      return null
  }
}

/** W3C Trace Context, version 00: version, trace id, parent id and flags in lower-case hex. */
function traceparentParts(value: string): HeaderPart[] {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(value.trim())
  const [, version = 'ff', traceId = '', parentId = '', flags = ''] = match ?? []
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) {
    return [{ name: words.note, value: words.notATrace }]
  }
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  return [
    { name: words.trace, value: traceId, isId: true },
    { name: words.parent, value: parentId, isId: true },
    { name: words.flags, value: sampled ? words.sampled(flags) : words.notSampled(flags) },
  ]
}

/** W3C Trace Context: up to 32 `vendor=value`, the newest first; a vendor may stand behind its tenant (`tenant@vendor`). */
function tracestateParts(value: string): HeaderPart[] | null {
  const members = value.split(',').map((member) => member.trim())
  const pairs = members.filter((member) => member !== '').map((member) => /^([^=\s]+)=([\x20-\x7e]*)$/.exec(member))
  if (pairs.length === 0) return null
  const parts = pairs.flatMap((pair) => (pair?.[1] === undefined ? [] : [{ name: pair[1], value: pair[2] ?? '' }]))
  return parts.length === pairs.length ? parts : [{ name: words.note, value: words.notAState }]
}

/** Such as "appId=cid-v1:7d5a0a4e-...": comma separated pairs. The app's id stands behind its version. */
function requestContextParts(value: string): HeaderPart[] | null {
  const pairs = value.split(',').map((pair) => /^\s*([^=\s]+)=(.*?)\s*$/.exec(pair))
  const parts = pairs.flatMap((pair): HeaderPart[] => {
    if (pair?.[1] === undefined) return []
    const [, app] = /^cid-v1:(\S+)$/.exec(pair[2] ?? '') ?? []
    return app === undefined ? [{ name: pair[1], value: pair[2] ?? '' }] : [{ name: words.app, value: app, isId: true }]
  })
  return parts.length === pairs.length ? parts : null
}
