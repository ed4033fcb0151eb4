import { type Command, reportOutcome } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { App } from '../../../data/state/startApp.ts'
import type { Toasts } from '../../../ui/notes/Toasts.tsx'

/** Commands that switch presets on, and all rules off. Their code is loaded when one of them is run. */
export function responseCommands(app: App, toasts: Toasts): Command[] {
  const reported = reportOutcome(toasts)
  const load = async () => import('./ruleDraft.ts')
  const on = app.store.getState().feed.status?.responseRules ?? []
  const presets = Object.entries(paletteWords.answerPresets).map(([name, title]): Command => ({
    id: `responses.${name}`,
    title,
    group: 'responses',
    detail: paletteWords.forTenMinutes,
    run: reported(title, async () => (await load()).switchOn(app, name)),
  }))
  if (on.length === 0) return presets
  const title = paletteWords.rulesOff
  return [
    {
      id: 'responses.off',
      title,
      group: 'responses',
      run: reported(title, async () => (await load()).switchAllOff(app)),
    },
    ...presets,
  ]
}
