/** Where the window opens: where it was, as far as the displays of today allow. */
import { describe, expect, test } from 'vitest'
import { type Area, openingOf, type WindowPlace } from '../../src/desktop/windowPlace.ts'

const laptop: Area = { x: 0, y: 25, width: 1440, height: 815 }
const wide: Area = { x: 1440, y: 0, width: 2560, height: 1400 }
const left: Area = { x: -1920, y: 0, width: 1920, height: 1040 }
const kept = (change: Partial<WindowPlace> = {}): WindowPlace => ({
  x: 100,
  y: 100,
  width: 1000,
  height: 700,
  maximized: false,
  ...change,
})

describe('the window opens', () => {
  test.each<[string, WindowPlace | null, Area[], ReturnType<typeof openingOf>]>([
    ['in its first size, where the system likes', null, [wide], { width: 1280, height: 840, maximized: false }],
    ['not larger than a small display', null, [laptop], { width: 1280, height: 815, maximized: false }],
    [
      'usable where even that is too large',
      null,
      [{ x: 0, y: 0, width: 640, height: 400 }],
      { width: 720, height: 480, maximized: false },
    ],
    ['without any display known, in its first size', null, [], { width: 1280, height: 840, maximized: false }],
    ['where it was', kept(), [laptop], kept()],
    ['maximised again, with the size to come back to', kept({ maximized: true }), [laptop], kept({ maximized: true })],
    ['on the second display', kept({ x: 2000, y: 300 }), [laptop, wide], kept({ x: 2000, y: 300 })],
    ['on a display to the left', kept({ x: -1800 }), [laptop, left], kept({ x: -1800 })],
    [
      'elsewhere when the second display is gone',
      kept({ x: 2000, y: 300 }),
      [laptop],
      { width: 1000, height: 700, maximized: false },
    ],
    [
      'elsewhere when only a sliver of its title bar would be in sight',
      kept({ x: 1400 }),
      [laptop],
      { width: 1000, height: 700, maximized: false },
    ],
    ['where it hangs over the edge but can be taken hold of', kept({ x: 1300 }), [laptop], kept({ x: 1300 })],
    [
      'elsewhere when its title bar is below the display',
      kept({ y: 900 }),
      [laptop],
      { width: 1000, height: 700, maximized: false },
    ],
    ['below the menu bar, not under it', kept({ y: 20 }), [laptop], kept({ y: 25 })],
    [
      'smaller when the display has become smaller',
      kept({ width: 2400, height: 1300 }),
      [laptop],
      kept({ width: 1440, height: 815 }),
    ],
  ])('%s', (_what, place, displays, opening) => {
    expect(openingOf(place, displays)).toEqual(opening)
  })
})
