import { expect, it } from 'vitest'
import { sceneState, scenesOf } from '../../../src/renderer/features/send/presentation/useScenes.ts'
import type { ScenarioRunStep } from '../../../src/shared/wireTypes.ts'

const step = (place: number, kind: string, state: ScenarioRunStep['state'] = 'held') => ({
  place,
  kind,
  title: `${kind} ${place}`,
  detail: null,
  state,
})

it('a caption and the steps up to the next one are a picture, and those before the first caption are one, too', () => {
  const scenes = scenesOf([step(0, 'send'), step(1, 'say'), step(2, 'send'), step(3, 'expect'), step(4, 'say')])
  expect(scenes.map(({ place, caption, steps }) => [place, caption, steps.length])).toEqual([
    [0, null, 1],
    [1, 'say 1', 2],
    [4, 'say 4', 0],
  ])
})

it('a picture is open before it, running in it, and done or failed after it', () => {
  const of = (...states: ScenarioRunStep['state'][]) => ({ steps: states.map((state, at) => step(at, 'send', state)) })
  expect(sceneState(of('open'), false)).toBe('open')
  expect(sceneState(of('held', 'open'), true)).toBe('running')
  expect(sceneState(of('held', 'skipped'), true)).toBe('done')
  expect(sceneState(of('held', 'failed', 'open'), true)).toBe('failed')
  expect(sceneState(of('broken'), true)).toBe('failed')
})
