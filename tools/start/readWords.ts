/** The command line of `npm start`: its own two options taken out, the rest for the shell. */
export interface StartWords {
  forced: 'browser' | 'desktop' | null
  rest: string[]
}

/** Takes `--browser` and `--desktop` out of a command line; null when both are there. Pure. */
export function readWords(words: readonly string[]): StartWords | null {
  const browser = words.includes('--browser')
  const desktop = words.includes('--desktop')
  if (browser && desktop) return null
  return {
    forced: browser ? 'browser' : desktop ? 'desktop' : null,
    rest: words.filter((word) => word !== '--browser' && word !== '--desktop'),
  }
}
