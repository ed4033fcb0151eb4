/** The parts of a text such as `/no such \w+/i`, which stands for a regular expression; null for any other text. Pure. */
export function slashed(text: string): { source: string; flags: string } | null {
  const [, source, flags = ''] = /^\/(.+)\/([iu]*)$/s.exec(text) ?? []
  return source === undefined ? null : { source, flags }
}

/** Why a text in slashes is no regular expression; null where it is one, and for any other text. Pure. */
export function slashedProblem(text: string): string | null {
  const { source, flags } = slashed(text) ?? {}
  if (source === undefined) return null
  try {
    return /* linear: it is never run */ new RegExp(source, flags) instanceof RegExp ? null : ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
