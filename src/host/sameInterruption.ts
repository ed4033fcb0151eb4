/**
 * One Ctrl+C reaches a process several times: from the terminal, and from npm, which passes on its own. Signals within this
 * time of the first are the same one, ms. A later one is a person who presses again and means it.
 */
export const sameInterruptionMs = 500
