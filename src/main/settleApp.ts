import { realpathSync } from 'node:fs'
import { app } from 'electron'
import { desktopPlaces } from '../desktop/places.ts'
import { makeDataFolder } from '../host/files/dataFolder.ts'

/**
 * Makes the data folder and fixes the app's name and places by it. Must run before anything else asks Electron for a path:
 * its single-instance lock, its profile and its entries in the system follow from these.
 * Throws StoreCannotOpen when a folder cannot be made or used.
 * @returns the data folder without symbolic links
 */
export function settleApp(dataFolder: string): string {
  const warn = (message: string) => void process.stderr.write(`${message}\n`)
  makeDataFolder(dataFolder, warn)
  const folder = realpathSync.native(dataFolder)
  const { name, profile, appUserModelId } = desktopPlaces(folder, process.platform)
  // Electron refuses a path that is not there.
  makeDataFolder(profile, warn)
  app.setName(name)
  app.setPath('userData', profile)
  if (appUserModelId !== null) app.setAppUserModelId(appUserModelId)
  return folder
}
