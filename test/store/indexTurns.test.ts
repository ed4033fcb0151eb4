import { expect, it } from 'vitest'
import { createIndexTurns } from '../../src/engine/store/indexTurns.ts'

/** Both wait all the time, with steps of these lengths, ms: the part of the time that new deliveries had. */
function partOfNews(newsMs: number, othersMs: number): number {
  let time = 0
  let newsHad = 0
  const turns = createIndexTurns(() => time)
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
  { newsMs: 10, othersMs: 10 },
  { newsMs: 500, othersMs: 20 },
  { newsMs: 10, othersMs: 400 },
])(
  'new deliveries in steps of $newsMs ms and other work in steps of $othersMs ms have half of the time each',
  (steps) => {
    expect(partOfNews(steps.newsMs, steps.othersMs)).toBeCloseTo(0.5, 2)
  },
)

it('after one long step neither waits for more than a second, and after a rest new deliveries wait for nothing', () => {
  let time = 0
  const turns = createIndexTurns(() => time)
  const take = (ms: number) => () => void (time += ms)
  turns.news(take(60_000))
  expect(turns.areForNews()).toBe(false)
  turns.others(take(1000))
  expect(turns.areForNews()).toBe(true)
  turns.news(take(60_000))
  turns.nothingElse()
  expect(turns.areForNews()).toBe(true)
})
