import { useCommands } from '../palette/useCommands.ts'
import { useApp } from '../state/useApp.ts'
import { useSavedFilters } from '../state/useSavedFilters.ts'
import { savedFilterWords } from '../words/inbox.ts'

/** Offers the saved filters in the palette. Shows nothing itself. */
export function SavedFilterCommands() {
  const { navigation } = useApp()
  const saved = useSavedFilters()
  useCommands(() =>
    (saved ?? []).map(({ id, name, filter }) => ({
      id: `filter.saved.${id}`,
      title: savedFilterWords.applyCommand(name),
      group: 'filter',
      detail: filter,
      run: () => navigation.go({ filter }),
    })),
  )
  return null
}
