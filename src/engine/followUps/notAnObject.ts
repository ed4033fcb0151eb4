import type { OutboundAnswer } from '../outbound/outboundRequest.ts'

/**
 * Why an answer with a 2xx is not the object that was asked for, or null when it is: JSON, and whole. The body decides,
 * not what the content type says of it.
 */
export function notAnObject(answer: OutboundAnswer): { code: string; message: string } | null {
  const { status, body, bodyTruncated } = answer
  if (bodyTruncated) {
    const size = Math.round((body.length / 1024 / 1024) * 10) / 10
    const message = `The answer is larger than ${size} MB, which is as much as is kept, so it is not taken for the object. Its beginning stands with the attempt.`
    return { code: 'TOO_LARGE', message }
  }
  const advice = 'Check the base URL under Access and the resource path under Settings.'
  if (body.length === 0) {
    return { code: 'EMPTY', message: `The service answered ${status} with nothing in it, so no object came. ${advice}` }
  }
  const text = new TextDecoder().decode(body)
  if (isJson(text)) return null
  return {
    code: 'NOT_JSON',
    message: `The service answered ${status}, but not with JSON${labels(answer)}, so no object came. It begins: "${beginning(text)}". ${advice}`,
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function labels({ headers }: OutboundAnswer): string {
  const of = (name: string) => headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1].slice(0, 100)
  const type = of('content-type')
  const encoding = of('content-encoding')
  return [
    type === undefined ? ' (no content type)' : ` (content type ${type})`,
    ...(encoding === undefined ? [] : [` and compressed (${encoding}), which was not asked for`]),
  ].join('')
}

/** The first characters on one line, nothing unprintable. */
function beginning(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
