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

describe('a handler that', () => {
  test.each(
    [...oddHandlers, ...workingHandlers, ...refusingHandlers].map((handler) => [handler.name, handler] as const),
  )('%s', async (_name, handler) => {
    const report = await graded(handler)
    const { grade, findings, follows, stopped, never } = handler
    expect({ grade: report.grade, findings: notable(report) }).toEqual({ grade, findings })
    if (follows !== undefined) expect(following(report)).toEqual(follows)
    if (stopped === undefined) expect(report.stopped).toBeNull()
    else expect(report.stopped).toMatch(stopped)
    if (never !== undefined) expect(JSON.stringify(report.results)).not.toMatch(never)
  })
})
