import type { BreakProblem } from '../../codes/sending.ts'

const words: Record<BreakProblem, string> = {
  'no-body': 'the request has no body',
  'not-json': 'the body is not JSON',
  'not-signed': 'the request is not signed',
  'signed-in-body': 'the scheme signs in the body, and not in a header',
  'no-timestamp': 'the scheme has no timestamp',
  'no-encoding': 'the scheme has only one way to write its signature',
}

/** Why a request cannot be broken like this, as a sentence. */
export function breakSentence(kind: string, why: BreakProblem): string {
  return `"${kind}" has no effect here: ${words[why]}. Choose another one, or none.`
}
