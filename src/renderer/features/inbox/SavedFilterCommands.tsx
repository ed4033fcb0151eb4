import { useCommands } from '../../commands/useCommands.ts'
import { useApp } from '../../data/state/useApp.ts'
import { useSavedFilters } from './useSavedFilters.ts'
import { savedFilterWords } from './words.ts'

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
