export interface Stretch {
  text: string
  same: boolean
  /** Where it begins. */
  at: number
}

/** Cuts `text` into stretches that agree or disagree with `other`, character by character in the same place. Pure. */
export function alignTexts(text: string, other: string): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const same = character === other.charAt(at)
    const last = stretches.at(-1)
    if (last?.same === same) last.text += character
    else stretches.push({ text: character, same, at })
  }
  return stretches
}
