import { chooseFile } from '../../../ui/hooks/files.ts'
import { tableCommand } from '../../../commands/shortcuts.ts'
import type { Command } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { App } from '../../../data/state/startApp.ts'

/** Opens a file of deliveries, and exports what the list shows. */
export function caseCommands(app: App): Command[] {
  return [
    {
      ...tableCommand('cases.open'),
      group: 'list',
      alsoFoundBy: paletteWords.also.caseFile,
      run: () => chooseFile((file) => showOpening(app, file)),
    },
    {
      ...tableCommand('cases.export'),
      title: paletteWords.exportList,
      group: 'list',
      alsoFoundBy: paletteWords.also.export,
      run: () => {
        app.store.setState({ toExport: null })
        app.navigation.go({ screen: 'case-files', deliveryId: null })
      },
    },
  ]
}

/** Opens a file, and shows how far that is. */
export function showOpening({ files, navigation }: Pick<App, 'files' | 'navigation'>, file: File): void {
  navigation.go({ screen: 'case-files', deliveryId: null })
  void files.open(file)
}
