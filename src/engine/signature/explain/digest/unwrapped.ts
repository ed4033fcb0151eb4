import { type Change, type How, quoting } from '../causes/change.ts'

/** A text that may be a digest, with the wrapping that was removed. */
export interface TargetText {
  text: string
  changes: readonly Change[]
}

/** No spelling of a digest is longer: a list of 64 signed decimal bytes has about 400 characters. */
const maxTextLength = 420
const maxParts = 64
const maxTexts = 400

/**
 * Returns the texts and what they may wrap: without white space, quotes, prefix, URL encoding, and the parts of a list.
 * Takes linear time for a header of any size.
 * @param longest maximum length of a result, characters
 */
export function unwrapped(texts: readonly TargetText[], longest = maxTextLength): TargetText[] {
  const seen = new Map<string, TargetText>()
  let layer = [...texts]
  for (let depth = 0; depth < 4 && layer.length > 0; depth++) {
    const next: TargetText[] = []
    for (const entry of layer) {
      if (seen.has(entry.text) || seen.size >= maxTexts) continue
      seen.set(entry.text, entry)
      for (const { text, change } of unwrappedOnce(entry.text)) {
        if (text !== entry.text && text !== '') next.push({ text, changes: [...entry.changes, change] })
      }
    }
    layer = next
  }
  return [...seen.values()].filter(({ text }) => text.length <= longest)
}

function* unwrappedOnce(text: string): Generator<{ text: string; change: Change }> {
  const to = (cause: Change['cause'], cost: number, how: How, inner: string) => ({
    text: inner,
    change: { cause, cost, how },
  })
  if (/^\s|\s$/.test(text)) yield to('digest-whitespace', 1, ' with white space around it', text.trim())
  if (text.length <= maxTextLength * 2) {
    const quoted = /^(?:b?(["'`])(.*)\1|<(.*)>)$/s.exec(text)
    if (quoted !== null) yield to('digest-quoted', 1, ' in quotes', quoted[2] ?? quoted[3] ?? '')
    // Base64 encoders and terminals wrap with line breaks; a proxy that folds a header leaves spaces.
    if (/^[\w+/-]+={0,2}(?:\s+[\w+/-]+={0,2})+\s*$/.test(text))
      yield to('digest-wrapped', 1, ' over several lines, joined', text.replaceAll(/\s+/g, ''))
    const alone = withoutCommand(text)
    if (alone !== text) yield to('digest-prefix', 1, ' as a command printed it', alone)
    const prefix = /^([A-Za-z][\w-]{0,30}(?:[=:,]|\s+(?=\S{20}))\s*)(?=.)/.exec(text)?.[1]
    if (prefix !== undefined)
      yield to('digest-prefix', 1, quoting(' after the prefix {1}', prefix.trim()), text.slice(prefix.length))
    if (text.includes('%')) yield to('digest-url-encoded', 2, ', URL-encoded', percentDecoded(text))
    if (/\S \S/.test(text))
      yield to('digest-plus-became-space', 2, ' with spaces in place of +', text.replaceAll(' ', '+'))
    if (/^[A-Za-z0-9+/_-]+ =?=?$|^ [A-Za-z0-9+/_-]/.test(text))
      yield to('digest-plus-became-space', 2, ' with spaces in place of +', text.replaceAll(' ', '+'))
    if (/\\[/u]/.test(text))
      yield to(
        'digest-quoted',
        1,
        ' escaped as in JSON',
        text
          .replaceAll('\\/', '/')
          .replaceAll(/\\u00(2[bBfF]|3[dD])/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      )
  }
  if (/[,;\s]/.test(text)) {
    const label = labelBefore.exec(text)
    if (label !== null) {
      const [, prefix = '', alone = ''] = label
      yield to('digest-prefix', 1, quoting(' after the prefix {1}', prefix.trim()), alone)
    }
    const parts = text.split(/[,;\s]+/, maxParts).filter((part) => part.length >= 16)
    for (const part of parts) yield to('header-folded', 2, ' as one of several values in the header', part)
  }
}

/** Such as `v1,HMAC-SHA256 ab12...` or `t=1700000000,ab12...`: short words, then one that may be a digest. It is not a folded header. */
const labelBefore = /^((?:[A-Za-z][\w.-]{0,14}(?:=[\w.:+-]{0,15})?[,;\s]+){1,3})([^,;\s]{16,})$/

/** Such as `SHA2-256(stdin)= ab12...` of `openssl dgst` and `ab12...  -` of `sha256sum`. */
const printedBefore = /^\s*(?:[\w/-]{1,30} ?)?\([^()]{0,200}\) ?= ?([\w+/=-]{16,})\s*$/
const printedAfter = /^\s*\\?([0-9A-Fa-f]{32,128}) [ *][^,;=]{1,200}$/

/** Removes the name of the command or file that a command printed next to the digest. */
export function withoutCommand(text: string): string {
  if (text.length > maxTextLength * 2) return text
  return printedBefore.exec(text)?.[1] ?? printedAfter.exec(text)?.[1] ?? text
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
