import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ForwardRules, Status } from '../../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'
import { type App, startApp } from '../../forwarding/startApp.ts'
import { rule } from '../../forwarding/startTestRules.ts'

const rounds = 20
const senders = 8
const path = '/environments/sandbox/forward-rules'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess

beforeEach(async () => {
  folder = scratchFolder()
  serve = await start()
})
afterEach(async () => {
  await serve.kill('SIGKILL')
  folder.remove()
})

const start = async () => startServe(folder.path, ['--receiver-port', '0'])

it('20 SIGKILLs under load: nothing is sent again after its recorded 2xx, and nothing that was stored is forgotten', async () => {
  let isWell = false
  /** An app that refuses one in ten, and takes some time for each. */
  const answer: App['answer'] = (_request, response) => {
    const status = isWell || Math.random() > 0.1 ? 200 : 500
    setTimeout(() => response.writeHead(status).end(), Math.random() * 20)
  }
  const apps = { later: await startApp(answer), answers: await startApp(answer) }
  await serve.call('PUT', path, {
    rules: [
      rule(apps.later.url, { id: 'later', retries: 1 }),
      rule(apps.answers.url, { id: 'answers', answerSender: true, order: 'parallel' }),
    ],
  })
  // A third of the senders waits for a late answer.
  const late = { name: 'Late', enabled: true, when: { filter: 'type:Wallet' }, answer: { status: 200, delayMs: 40 } }
  await serve.call('PUT', '/environments/sandbox/response-rules', { rules: [late] })
  const sender = startSenders()
  let recorded = { later: new Set<string>(), answers: new Set<string>() }
  const sentAgain: string[] = []
  const note = (before: typeof recorded, from: Record<keyof typeof apps, number>) => {
    for (const name of ['later', 'answers'] as const) {
      const seen = apps[name].seen.slice(from[name]).map(({ body }) => body.toString())
      sentAgain.push(...seen.filter((body) => before[name].has(body)).map((body) => `${name} ${body}`))
    }
  }
  const seenBy = () => ({ later: apps.later.seen.length, answers: apps.answers.seen.length })

  for (let round = 0; round < rounds; round += 1) {
    const from = seenBy()
    sender.to((await serve.call<Status>('GET', '/status')).receiver.url ?? '')
    await apps.later.count(from.later + 20 + Math.floor(Math.random() * 60))
    await serve.kill('SIGKILL')
    note(recorded, from)
    recorded = { later: takenBy('later'), answers: takenBy('answers') }
    serve = await start()
  }
  await sender.stop()
  const from = seenBy()
  isWell = true
  for (const id of ['later', 'answers']) {
    await serve.call('POST', `${path}/${id}/catch-up`, { since: '2020-01-01T00:00:00Z' })
  }
  await until(async () => {
    const { rules } = await serve.call<ForwardRules>('GET', path)
    return rules.every(({ state }) => state.catchUp?.endedAt != null && state.waiting === 0 && state.underWay === 0)
  })
  note(recorded, from)
  await serve.kill('SIGKILL')

  expect(sentAgain).toEqual([])
  const stored = bodies('SELECT id FROM deliveries')
  expect([...sender.acknowledged].filter((body) => !stored.has(body))).toEqual([])
  for (const name of ['later', 'answers'] as const) {
    const taken = takenBy(name)
    expect([...stored].filter((body) => !taken.has(body))).toEqual([])
    expect(new Set(apps[name].seen.map(({ body }) => body.toString())).size).toBe(stored.size)
  }
  console.info(`${rounds} kills, ${stored.size} deliveries stored, each taken by both apps`)
})

/** Sends one delivery after the other over some connections, each with a body of its own. */
function startSenders() {
  const acknowledged = new Set<string>()
  let url: string | null = null
  let isOver = false
  let nth = 0
  let wake = Promise.withResolvers<void>()
  const send = async () => {
    while (!isOver) {
      if (url === null) {
        await wake.promise
        continue
      }
      nth += 1
      const to = url
      const resourceType = nth % 3 === 0 ? 'Wallet' : 'Payment'
      const body = JSON.stringify({ id: `n-${nth}`, resourceType, resourceId: `o-${nth % 24}` })
      try {
        const response = await fetch(to, { method: 'POST', body })
        await response.arrayBuffer()
        // The app's own answer: the delivery is stored whatever it is.
        acknowledged.add(body)
      } catch {
        // Killed: it waits for the next process.
        if (url === to) url = null
      }
    }
  }
  const work = Promise.all(Array.from({ length: senders }, send))
  return {
    acknowledged,
    to: (receiver: string) => {
      url = receiver
      wake.resolve()
      wake = Promise.withResolvers()
    },
    stop: async () => {
      isOver = true
      wake.resolve()
      await work
    },
  }
}

/** The bodies of deliveries whose 2xx from a rule is on disk. */
function takenBy(ruleId: string): Set<string> {
  return bodies(
    `SELECT delivery_id AS id FROM attempts WHERE kind = 'forward' AND status BETWEEN 200 AND 299
     AND json_extract(rest, '$.forwarded.ruleId') = '${ruleId}'`,
  )
}

function bodies(ids: string): Set<string> {
  const database = new DatabaseSync(join(folder.path, 'deliveries.db'))
  const rows = database.prepare(`SELECT body FROM deliveries WHERE id IN (${ids})`).all()
  database.close()
  return new Set(rows.map(({ body }) => Buffer.from(body as Uint8Array).toString()))
}

/** Asks again until it is so; each answer takes as long as the server needs. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}
