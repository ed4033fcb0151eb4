import { z } from 'zod'

/**
 * Characters that are invisible, or that turn the reading direction of the text around them: two names that look the same
 * would not be. A joiner belongs to the spelling of some scripts, and to emoji that are made of several.
 */
const unseen =
  /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}])[\u200c\u200d]/u

/** A name that the user gives to something. @param first what to say when there is none */
export function personalName(first: string): z.ZodString {
  return z
    .string()
    .trim()
    .min(1, first)
    .max(80, 'A name has at most 80 characters.')
    .regex(/^\P{Cc}*$/u, 'A name has no line breaks and no other control characters.')
    .refine((text) => unseenIn(text) === null, { error: (issue) => unseenProblem(String(issue.input)) })
}

/** The first such character as "U+202E", or null. */
export function unseenIn(text: string): string | null {
  const found = unseen.exec(text)?.[0].codePointAt(0)
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Why such a name is refused. */
export function unseenProblem(text: string): string {
  return `A name has no invisible characters and none that change the reading direction: take out ${unseenIn(text) ?? 'them'}.`
}
