import { join } from 'node:path'
import { identity } from '../shared/identity.ts'

/** The name of this app for the system, and the folder for Chromium's own files. Fixed before anything asks Electron for it. */
export interface DesktopPlaces {
  /** As people read it, in menus and in the system's lists. */
  name: string
  /** Chromium's profile: caches, window state, and the lock that lets only one instance run. Absolute. */
  profile: string
  /** Windows groups windows and notifications by it; null elsewhere. */
  appUserModelId: string | null
}

/**
 * The profile is a folder of its own inside the data folder: nothing of Chromium's mixes with our files, and the lock, which
 * Electron keeps by profile on every system, follows the data folder. So two data folders can run two apps.
 * @param dataFolder absolute, without symbolic links: two spellings of one folder must give one lock
 */
export function desktopPlaces(dataFolder: string, platform: NodeJS.Platform): DesktopPlaces {
  return {
    name: identity.name,
    profile: join(dataFolder, 'desktop-profile'),
    appUserModelId: platform === 'win32' ? identity.appId : null,
  }
}
