import { webhookTypes } from '../../../../shared/model.ts'
import { webhookConfigWords } from './words.ts'

/** With the ten documented ones the contract takes a hundred. */
const most = 90

/** Why a text is no other type, or null when it is one. Pure. */
export function typeProblem(text: string, others: readonly string[]): string | null {
  const { otherKnown, otherTwice, otherLong, otherTooMany, otherCharacters } = webhookConfigWords
  if (webhookTypes.some((type) => type === text)) return otherKnown(text)
  if (others.includes(text)) return otherTwice(text)
  if (text.length > 200) return otherLong
  if (!/^[\p{L}\p{N}._:/-]+$/u.test(text)) return otherCharacters
  return others.length >= most ? otherTooMany : null
}

/** The first thing that is wrong with what is being typed, or null; an empty field is fine. Pure. */
export function typedProblem(typed: string, others: readonly string[]): string | null {
  const pieces = typed.split(/\s+/).filter((piece) => piece !== '')
  return pieces.map((piece) => typeProblem(piece, others)).find((problem) => problem !== null) ?? null
}

export interface OtherTypes {
  otherTypes: string[]
  typedType: string
}

/**
 * The types after something was typed: what a comma, semicolon or blank ends is taken as a type, several at once when they
 * are pasted; what is none stays in the field. Pure.
 */
export function typesTyped(others: readonly string[], text: string): OtherTypes {
  if (!/[\s,;]/.test(text.trimStart())) return { otherTypes: [...others], typedType: text.trimStart() }
  const otherTypes = [...others]
  const left: string[] = []
  for (const piece of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    if (typeProblem(piece, otherTypes) === null) otherTypes.push(piece)
    else left.push(piece)
  }
  return { otherTypes, typedType: left.join(' ') }
}
