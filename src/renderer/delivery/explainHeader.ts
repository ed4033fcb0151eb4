/** What a header of the service's deliveries says, in words. Pure. */
export interface HeaderPart {
  name: string
  value: string
}

/** The parts of a header whose value has an inner form that we know, or null. */
export function explainHeader(name: string, value: string): HeaderPart[] | null {
  switch (name.toLowerCase()) {
    case 'traceparent':
      return traceparentParts(value)
    case 'request-context':
      return requestContextParts(value)
    default:
      return null
  }
}

/** W3C Trace Context, version 00: version, trace id, parent id and flags in lower-case hex. */
function traceparentParts(value: string): HeaderPart[] | null {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(value.trim())
  const [, version, traceId, parentId, flags] = match ?? []
  if (version === undefined || traceId === undefined || parentId === undefined || flags === undefined) return null
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  return [
    { name: 'trace', value: traceId },
    { name: 'parent', value: parentId },
    { name: 'flags', value: `${flags}, ${sampled ? 'sampled' : 'not sampled'}` },
  ]
}

/** Such as "appId=cid-v1:7d5a0a4e-...": comma separated pairs. */
function requestContextParts(value: string): HeaderPart[] | null {
  const pairs = value.split(',').map((pair) => /^\s*([^=\s]+)=(.*?)\s*$/.exec(pair))
  const parts = pairs.flatMap((pair) => (pair?.[1] === undefined ? [] : [{ name: pair[1], value: pair[2] ?? '' }]))
  return parts.length === pairs.length ? parts : null
}
