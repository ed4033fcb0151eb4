import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desktopPlaces } from '../../src/desktop/places.ts'

test.each(['darwin', 'linux', 'win32'] as const)(
  "on %s Chromium's profile is a folder of its own inside the data folder, so the lock of one instance follows the data",
  (platform) => {
    const { name, profile } = desktopPlaces(join('/data', 'a'), platform)
    expect(name).toBe('Hookscope')
    expect(profile).toBe(join('/data', 'a', 'desktop-profile'))
    expect(desktopPlaces(join('/data', 'b'), platform).profile).not.toBe(profile)
  },
)

test('only Windows tells apps apart by an id', () => {
  expect(desktopPlaces('/data', 'win32').appUserModelId).toMatch(/^[\w-]+(\.[\w-]+)+$/)
  expect(desktopPlaces('/data', 'linux').appUserModelId).toBeNull()
  expect(desktopPlaces('/data', 'darwin').appUserModelId).toBeNull()
})
