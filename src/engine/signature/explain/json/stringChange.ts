import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import type { Change } from '../causes/change.ts'

/** Kinds of escapes that writers of JSON treat differently, the weightiest first. */
const kinds: readonly { cause: CauseId; words: string; pattern: RegExp }[] = [
  { cause: 'body-escaped-slashes', words: 'its slashes', pattern: /\\\//g },
  { cause: 'body-html-escapes', words: 'characters of HTML', pattern: /\\u00[2-7][0-9A-Fa-f]/g },
  {
    cause: 'body-escaped-unicode',
    words: 'characters beyond ASCII',
    pattern: /\\u(?!00[0-7])[0-9A-Fa-f]{4}|[\u007f-\uffff]/g,
  },
]

/** Describes how the strings of a document differ after a rule was applied: by the escapes that changed, not by the rule's name. */
export function stringChange(before: readonly string[], after: readonly string[], cost: number): Change {
  const [old, now] = [before.join('\n'), after.join('\n')]
  const changed = kinds.filter(({ pattern }) => String(old.match(pattern)) !== String(now.match(pattern)))
  const words = changed.length === 0 ? 'control characters' : changed.map((one) => one.words).join(' and ')
  return { cause: changed[0]?.cause ?? 'body-reserialised', cost, how: ` with ${words} escaped differently` }
}
