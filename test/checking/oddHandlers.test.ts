import { describe, expect, test } from 'vitest'
import { following, gradeHandler, notable, schemeNamed } from './gradeHandler.ts'
import { secret as usualSecret } from './handlers/handler.ts'
import type { OddHandler, Work } from './handlers/oddHandler.ts'
import { oddHandlers } from './handlers/oddHandlers.ts'
import { refusingHandlers } from './handlers/refusingHandlers.ts'
import { workingHandlers } from './handlers/workingHandlers.ts'
import { oneHandler } from './oneHandler.ts'

async function graded({ handle, scheme = 'service', secret = usualSecret, settleMs, uncounted, only }: OddHandler) {
  const work: Work = { count: 0, ids: new Set(), calls: 0 }
  const { url } = await oneHandler(({ message: { headers, method = '' }, body }, response) => {
    const answered = async () => handle({ headers, method, body, response }, work)
    answered().then(
      (status) => status !== undefined && response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    )
  })
  const effects = () => work.count
  return gradeHandler(
    { url, ...(uncounted === true ? {} : { effects }) },
    { scheme: schemeNamed(scheme), secret, only, ...(settleMs === undefined ? {} : { settleMs }) },
  )
}

/** They take seconds, and vary what others show. */
const further = new Set([
  'works 10 to 400 ms after its 202, as a queue with more and less to do does',
  'works later than --settle says',
  'ends at signatures of another length, and is started again',
  'looks first and stores later, so that repetitions race',
  'answers 202 and works 300 ms later',
  'answers 200 to everything, and checks before it works',
  'answers 200 to everything and does nothing',
  'takes everything',
  'keeps one row for each object, so that its count stands still',
  'writes the JSON as json.dumps does, with escapes, before it checks',
  'compares in constant time, which throws at other lengths',
])
const handlers = [...oddHandlers, ...workingHandlers, ...refusingHandlers]

describe('a handler that', () => {
  test.for(handlers.filter(({ name }) => !further.has(name)))('$name', isGraded)
  test.for(handlers.filter(({ name }) => further.has(name)))('$name', { tags: 'full' }, isGraded)

  async function isGraded(handler: OddHandler): Promise<void> {
    const report = await graded(handler)
    const { grade, findings, follows, stopped, never } = handler
    expect({ grade: report.grade, findings: notable(report) }).toEqual({ grade, findings })
    if (follows !== undefined) expect(following(report)).toEqual(follows)
    if (stopped === undefined) expect(report.stopped).toBeNull()
    else expect(report.stopped).toMatch(stopped)
    if (never !== undefined) expect(JSON.stringify(report.results)).not.toMatch(never)
  }
})
