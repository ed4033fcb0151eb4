import { createHmac } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { launchChromium } from '../../../tools/launchChromium.ts'
import { json, startScriptedServer } from '../../build/startScriptedServer.ts'
import { startServe, type ServeProcess } from '../../build/startServe.ts'
import { countClicks } from '../../support/countClicks.ts'
import { fillStore } from './fillStore.ts'

/** Cost of a task: clicks, keys, and the time from the first of them until its end is visible. */
export interface TaskFigures {
  name: string
  clicks: number
  keys: number
  /** Median and slowest of the rounds, seconds, without time to read or think. */
  median: number
  slowest: number
}

export interface TaskJob {
  /** An empty folder for each round. */
  folder: () => string
  /** Number of deliveries for the search tasks. */
  stored: number
  rounds: number
  /** Runs only tasks whose name contains this. */
  only: string
}

const secret = 'a shared secret'
const forger = 'a secret of another environment'

/** A task, which ends when its result is visible. */
interface Task {
  name: string
  prepare?: (rig: Rig) => Promise<void>
  run: (page: Page, rig: Rig) => Promise<void>
  isInSandbox?: true
  isAmongMany?: true
  /** Whether it uses an environment of Stripe. */
  isStripe?: true
}

interface Rig {
  serve: ServeProcess
  /** Address of the service. */
  service: string
  environment: Environment
  deliver: (resourceId: string, signedWith?: string) => Promise<void>
  /** Sends any body to the environment and waits until it is answered. */
  post: (body: string) => Promise<void>
  /** The app under development; it rejects updates of objects named "refused". */
  app: { url: string }
}

const list = (page: Page) => page.getByRole('tree', { name: 'Deliveries, newest first' })
const firstRow = (page: Page) => list(page).getByRole('treeitem').first()
const customer = 'Zsófia Quillfeather'
/** Id of the object that is searched for. */
const wanted = 'needle-7f3c0b1e'

const tasks: readonly Task[] = [
  {
    name: "a newcomer's first notification",
    isInSandbox: true,
    run: async (page) => {
      await page.getByRole('button', { name: 'Run the demo' }).first().click()
      await page.getByText('Object fetched').first().waitFor()
    },
  },
  {
    name: 'a failed signature to its proof',
    prepare: async ({ serve, deliver }) => {
      await serve.call('POST', '/environments', { name: 'Other', sharedSecret: forger })
      await deliver('p-1', forger)
    },
    run: async (page) => {
      await firstRow(page).click()
      await page.getByRole('tab', { name: 'Signature' }).click()
      await page.getByText('The secret of another environment').first().waitFor()
    },
  },
  {
    name: 'a 404 repaired, and all that failed run again',
    prepare: async ({ deliver }) => {
      await deliver('p-1')
      await deliver('p-2')
    },
    run: async (page) => {
      await list(page).getByRole('treeitem').filter({ hasText: '404' }).first().click()
      await page.getByRole('textbox', { name: 'Path of Payment' }).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('/objects/{resourceId}')
      await page.getByRole('button', { name: /^Save and run/ }).click()
      await list(page).getByRole('treeitem').filter({ hasText: '200' }).nth(1).waitFor()
    },
  },
  {
    name: 'an edited replay',
    prepare: async ({ deliver }) => deliver('p-1'),
    run: async (page, { service }) => {
      await firstRow(page).click()
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${service}/objects/hook`)
      await page.getByRole('textbox', { name: /^Body/ }).click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(' ')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('button', { name: 'Show in Attempts' }).waitFor()
    },
  },
  {
    name: 'one of many found and opened, by typing only',
    isAmongMany: true,
    prepare: async ({ deliver }) => deliver(wanted),
    run: async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type(wanted)
      await page.getByText('1 delivery matches this filter').first().waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.getByRole('tab', { name: 'Overview' }).waitFor()
      await page.getByText(wanted).nth(1).waitFor()
    },
  },
  {
    name: 'a customer of a delivery found by name, among many',
    isAmongMany: true,
    prepare: async ({ post }) => post(JSON.stringify({ customer: { name: customer } })),
    run: async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type(`"${customer}"`)
      await page.getByText('1 delivery matches this filter').first().waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.getByRole('tab', { name: 'Body' }).click()
      await page.getByText(customer).last().waitFor()
    },
  },
  {
    name: 'a Stripe event received, and seen in the app under work',
    isStripe: true,
    run: async (page, { app, deliver }) => {
      await page.keyboard.press('g')
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'New rule' }).first().click()
      await page.keyboard.type('App')
      await page.keyboard.press('Tab')
      await page.keyboard.type(app.url)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'App' }).waitFor()
      await deliver('p-1')
      await page.getByRole('region', { name: 'App' }).getByText('204').first().waitFor()
    },
  },
  {
    name: 'the deliveries that the app refused',
    prepare: async ({ serve, environment, app, deliver }) => {
      const rules = [{ name: 'App', target: app.url, retries: 0 }]
      await serve.call('PUT', `/environments/${environment.id}/forward-rules`, { rules })
      for (const id of ['p-1', 'refuse-1', 'p-2', 'refuse-2']) await deliver(id)
    },
    run: async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('f')
      await page.getByRole('link', { name: '2, show in inbox' }).click()
      await page.getByText('2 deliveries match this filter').first().waitFor({ state: 'attached' })
      await list(page).getByRole('treeitem').nth(2).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'a secret of Stripe changed without losing a delivery',
    isStripe: true,
    run: async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('x')
      await page.getByRole('button', { name: 'Start the change' }).click()
      await page.getByRole('button', { name: 'Copy the new secret' }).click()
      await page.getByRole('button', { name: 'I have entered it there' }).click()
      await page.getByText('Both are accepted', { exact: false }).or(page.getByText('was never seen')).first().waitFor()
    },
  },
  {
    name: 'a link of before to the connection',
    run: async (page) => {
      await page.evaluate(() => {
        location.hash = '#/access'
      })
      await page.getByRole('button', { name: 'Test master credentials' }).waitFor()
    },
  },
]

/** Runs each task the given number of times, each time on a new page and server. */
export async function measureTasks(job: TaskJob): Promise<TaskFigures[]> {
  const browser = await launchChromium()
  try {
    const figures: TaskFigures[] = []
    for (const task of tasks.filter(({ name }) => name.includes(job.only))) {
      const rounds = []
      for (let round = 0; round < job.rounds; round += 1) rounds.push(await doOnce(browser, task, job))
      const seconds = rounds.map((each) => each.seconds).toSorted((a, b) => a - b)
      const { clicks = NaN, keys = NaN } = rounds[0] ?? {}
      const median = seconds[Math.floor(seconds.length / 2)] ?? NaN
      figures.push({ name: task.name, clicks, keys, median, slowest: seconds.at(-1) ?? NaN })
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function doOnce(browser: Browser, task: Task, job: TaskJob) {
  const folder = job.folder()
  const service = await startScriptedServer(({ path }, response) => {
    if (path === '/oauth/token') return json(response, 200, { access_token: 'token', expires_in: 60 })
    return path.startsWith('/objects/') ? json(response, 200, { id: path, state: 'there' }) : json(response, 404, {})
  })
  const app = await startScriptedServer(({ body }, response) =>
    json(response, body.includes('refuse-') ? 500 : 204, {}),
  )
  let serve = await startServe(folder)
  try {
    const access = { authUrl: service.url, baseUrl: service.url, clientId: 'c', audience: 'a', username: 'u' }
    const stripe = { name: 'Stripe', kind: 'sender', signatureScheme: 'stripe', sharedSecret: secret }
    const own = task.isStripe === true ? stripe : { name: 'Acme', ...access, password: 'p', sharedSecret: secret }
    const environment = await serve.call<Environment>('POST', '/environments', own)
    if (task.isInSandbox !== true) await serve.call('POST', `/environments/${environment.id}/activate`)
    if (task.isAmongMany === true) {
      await serve.kill('SIGTERM')
      await fillStore(folder, environment.id, job.stored)
      serve = await startServe(folder)
    }
    const deliver = task.isStripe === true ? deliverStripe(serve, environment) : deliverTo(serve, environment)
    const post = async (body: string) => {
      await fetch(new URL(environment.receiverPath, serve.receiver), { method: 'POST', body })
    }
    const rig = { serve, service: service.url, environment, deliver, post, app }
    await task.prepare?.(rig)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(serve.ui)
    const begin =
      task.isInSandbox === true ? page.getByRole('button', { name: 'Run the demo' }).first() : page.getByRole('main')
    await (task.prepare === undefined ? begin : firstRow(page)).waitFor()
    const clicks = await countClicks(page)
    const keys = await countKeys(page)
    const began = performance.now()
    await task.run(page, rig)
    const seconds = (performance.now() - began) / 1000
    const figures = { clicks: await clicks(), keys: await keys(), seconds }
    await page.close()
    return figures
  } finally {
    await serve.kill('SIGTERM')
    await service.stop()
    await app.stop()
  }
}

/** Counts pressed keys. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['keys'] = '0'
    const count = ({ key }: KeyboardEvent) => {
      if (key !== 'Control' && key !== 'Meta' && key !== 'Shift') dataset['keys'] = String(Number(dataset['keys']) + 1)
    }
    document.addEventListener('keydown', count, true)
  })
  return async () => Number(await page.evaluate(() => document.documentElement.dataset['keys']))
}

/** Sends a notification about an object, signed, and waits until its follow-up has ended. */
function deliverTo(serve: ServeProcess, { receiverPath }: Environment): Rig['deliver'] {
  return async (resourceId, signedWith = secret) => {
    const fields = {
      id: crypto.randomUUID(),
      createdAtUtc: new Date().toISOString(),
      resourceType: 'Payment',
      resourceId,
    }
    const body = JSON.stringify({ ...fields, action: 'update', changes: null })
    const signature = createHmac('sha256', signedWith).update(body).digest('base64')
    const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
    await fetch(new URL(receiverPath, serve.receiver), { method: 'POST', headers, body })
    for (;;) {
      const { items } = await serve.call<{ items: { resourceId: string; followUp: { state: string } }[] }>(
        'GET',
        '/deliveries?limit=5',
      )
      const own = items.find((item) => item.resourceId === resourceId)
      if (own !== undefined && !['waiting', 'running'].includes(own.followUp.state)) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Sends a signed event of Stripe. */
function deliverStripe(serve: ServeProcess, { receiverPath }: Environment): Rig['deliver'] {
  return async (id) => {
    const at = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({ id: `evt_${id}`, object: 'event', type: 'invoice.paid', data: { object: { id } } })
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` }
    await fetch(new URL(receiverPath, serve.receiver), { method: 'POST', headers, body })
  }
}
