/**
 * The regular expression of a schema's pattern. Throws SyntaxError. Pure.
 * @param flags `u`, and without it where a pattern is none with it, such as `\-`, which many documents have
 */
export function patternOf(pattern: string, flags = 'u'): RegExp {
  try {
    return /* linear: it may not be, so it is matched where it can be ended */ new RegExp(pattern, flags)
  } catch (error) {
    if (!flags.includes('u')) throw error
  }
  return /* linear: the same */ new RegExp(pattern, flags.replace('u', ''))
}

/** Why a text is no such pattern, or null where it is one. Pure. */
export function patternFault(text: string): string | null {
  try {
    patternOf(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
