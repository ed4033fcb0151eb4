import type { FollowUpWhy } from '../../shared/codes/callFailures.ts'
import type { OutboundAnswer } from '../outbound/outboundRequest.ts'

/**
 * Why an answer with a 2xx is not the object that was asked for, or null when it is: JSON, and whole. The body decides,
 * not what the content type says of it.
 */
export function notAnObject(answer: OutboundAnswer): { code: string; why: FollowUpWhy } | null {
  const { status, body, bodyTruncated } = answer
  if (bodyTruncated) return { code: 'TOO_LARGE', why: { code: 'answer-too-large', fields: { bytes: body.length } } }
  if (body.length === 0) return { code: 'EMPTY', why: { code: 'answer-empty', fields: { status } } }
  const text = new TextDecoder().decode(body)
  if (isJson(text)) return null
  const fields = {
    status,
    contentType: headerOf(answer, 'content-type'),
    contentEncoding: headerOf(answer, 'content-encoding'),
    begins: beginning(text),
  }
  return { code: 'NOT_JSON', why: { code: 'answer-not-json', fields } }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function headerOf({ headers }: OutboundAnswer, name: string): string | null {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1].slice(0, 100) ?? null
}

/** The first characters on one line, nothing unprintable. */
function beginning(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
