import { setTimeout as pause } from 'node:timers/promises'
import { type Call, following, isRight, type OddHandler, parsed, type Work, workOnce } from './oddHandler.ts'

/** How often this delivery came, this time included. */
function turnOf(call: Call, work: Work): number {
  const id = String(parsed(call.body)?.['id'])
  work.ids.add(`${id} ${work.ids.size}`)
  return [...work.ids].filter((each) => each.startsWith(`${id} `)).length
}

/** Handlers that check signatures well, and do their work late, uncounted or more than once. */
export const workingHandlers: readonly OddHandler[] = [
  {
    name: 'answers 202 and works 300 ms later',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      if (!isRight(call)) return 401
      setTimeout(() => workOnce(call.body, work), 300)
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'works 10 to 400 ms after its 202, as a queue with more and less to do does',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      work.calls += 1
      setTimeout(() => workOnce(call.body, work), [400, 10, 200][work.calls % 3])
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'works later than --settle says',
    settleMs: 60,
    handle: (call, work) => {
      if (!isRight(call)) return 401
      setTimeout(() => workOnce(call.body, work), 3000)
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: { twice: 'inconclusive', 'fifty-at-once': 'inconclusive', 'retry-after-break': 'inconclusive' },
  },
  {
    name: 'writes two rows for each delivery',
    handle: (call, work) => (isRight(call) ? workOnce(call.body, work, 2) : 401),
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'keeps one row for each object, so that its count stands still',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      const object = parsed(call.body)?.['resourceId']
      if (object !== undefined) work.ids.add(JSON.stringify(object))
      work.count = work.ids.size
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'A',
    findings: { twice: 'inconclusive', 'fifty-at-once': 'inconclusive' },
  },
  {
    name: 'does the work again for each repetition',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      work.count += 1
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'D',
    findings: { twice: 'fail high' },
    follows: following('twice', ['fifty-at-once', 'retry-after-break']),
  },
  {
    name: 'looks first and stores later, so that repetitions race',
    handle: async (call, work) => {
      if (!isRight(call)) return 401
      if (work.ids.has(String(parsed(call.body)?.['id']))) return 200
      await pause(200)
      work.count += 1
      work.ids.add(String(parsed(call.body)?.['id']))
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'D',
    findings: { 'fifty-at-once': 'fail high' },
  },
  {
    name: 'closes some of many connections, as a short backlog does',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      if (turnOf(call, work) <= 40) return workOnce(call.body, work)
      call.response.destroy()
      return undefined
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'B',
    findings: { 'fifty-at-once': 'warning low' },
    never: /race each other/,
  },
  {
    name: 'says 503 to more than it can take',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      return turnOf(call, work) > 10 ? 503 : workOnce(call.body, work)
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'B',
    findings: { 'fifty-at-once': 'warning low' },
    never: /race each other/,
  },
  {
    name: 'gives up the work of a delivery that comes again',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      const id = String(parsed(call.body)?.['id'])
      const isFirst = !work.ids.has(id)
      work.ids.add(id)
      if (isFirst) setTimeout(() => (work.count += work.ids.has(`${id} again`) ? 0 : 1), 30)
      else work.ids.add(`${id} again`)
      return 200
    },
    only: ['forged', 'twice'],
    grade: 'D',
    findings: { twice: 'fail high' },
  },
]
