import {
  type AppearanceSetting,
  appearanceChoices,
  chooseAppearance,
  storedAppearance,
} from '../../ui/styles/appearance.ts'
import { paletteWords } from '../../commands/words.ts'
import { appearanceWords } from './appearanceWords.ts'
import type { Command } from '../../commands/useCommands.ts'

/** A command for each choice of how the page looks. */
export function lookCommands(): Command[] {
  return [...commandsOf('theme'), ...commandsOf('contrast'), ...commandsOf('density')]
}

function commandsOf<S extends AppearanceSetting>(setting: S): Command[] {
  const words: Readonly<Record<string, string>> = appearanceWords[setting]
  const current = storedAppearance()[setting]
  return appearanceChoices[setting].map((choice) => ({
    id: `look.${setting}.${choice}`,
    title: appearanceWords.choose(words['label'] ?? '', words[choice] ?? ''),
    group: 'look',
    alsoFoundBy: paletteWords.also[setting],
    ...(choice === current ? { detail: paletteWords.inUse } : {}),
    run: () => chooseAppearance(setting, choice),
  }))
}
