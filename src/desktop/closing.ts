import type { ShellChoices } from '../shared/wireTypes.ts'

/** The facts that decide what closing the window means. */
export interface ClosingFacts {
  platform: NodeJS.Platform
  whenClosed: ShellChoices['whenClosed']
  /** Without a window, the app can be found again in the system's tray. */
  hasTray: boolean
}

/** The meaning of closing the last window. On a Mac an app stays in the Dock; elsewhere one that could not be found ends. Pure. */
export function closingOf({ platform, whenClosed, hasTray }: ClosingFacts): 'ask' | 'keep' | 'quit' {
  if (platform === 'darwin') return whenClosed === 'quit' ? 'quit' : 'keep'
  if (!hasTray) return 'quit'
  return whenClosed
}

/** The question that is asked once. */
export const closingQuestion = {
  message: 'Keep capturing in the background?',
  detail:
    'Hookscope can stay in the tray and go on receiving deliveries without its window. You can change this in Settings.',
  keep: 'Keep running',
  quit: 'Quit',
  cancel: 'Cancel',
} as const
