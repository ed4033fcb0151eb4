import { commentText } from '../verifyCode/programText.ts'

/** Says in a comment which headers are not sent, and why. Pure. */
export function leftNote(left: readonly string[]): string[] {
  if (left.length === 0) return []
  return [`Left out, because they belong to one connection only: ${left.map(commentText).join(', ')}.`]
}
