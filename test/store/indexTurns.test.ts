import { expect, it } from 'vitest'
import { createIndexTurns } from '../../src/engine/store/indexTurns.ts'

/** Both wait all the time, with steps of these lengths, ms: the part of the time that new deliveries had. */
function partOfNews(part: number, newsMs: number, othersMs: number): number {
  let time = 0
  let newsHad = 0
  const turns = createIndexTurns(
    () => part,
    () => time,
  )
  const news = (): void => {
    time += newsMs
    newsHad += newsMs
  }
  const others = (): void => void (time += othersMs)
  while (time < 1_000_000) {
    if (turns.areForNews()) turns.news(news)
    else turns.others(others)
  }
  return newsHad / time
}

it.each([
  { part: 0.5, newsMs: 10, othersMs: 10 },
  { part: 0.5, newsMs: 500, othersMs: 20 },
  { part: 0.5, newsMs: 10, othersMs: 400 },
  { part: 0.25, newsMs: 500, othersMs: 20 },
])('new deliveries in steps of $newsMs ms, beside steps of $othersMs ms, have $part of the time', (steps) => {
  expect(partOfNews(steps.part, steps.newsMs, steps.othersMs)).toBeCloseTo(steps.part, 2)
})

it('after one long step neither waits for more than three seconds, and after a rest new deliveries wait for nothing', () => {
  let time = 0
  const turns = createIndexTurns(
    () => 1 / 2,
    () => time,
  )
  const take = (ms: number) => () => void (time += ms)
  turns.news(take(60_000))
  expect(turns.areForNews()).toBe(false)
  turns.others(take(3000))
  expect(turns.areForNews()).toBe(true)
  turns.news(take(60_000))
  turns.nothingElse()
  expect(turns.areForNews()).toBe(true)
})
