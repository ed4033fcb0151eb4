/** Health says what is wrong in which environment, and its buttons act there. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { layoutProblems } from '../../support/layoutProblems.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

const rig = inboxRig()
const main = () => rig.page().getByRole('main')

describe('a failed follow-up of an environment that is not in use', () => {
  let service: ScriptedServer
  beforeAll(async () => {
    service = await startScriptedServer(({ path }, response) =>
      path === '/oauth/token' ? json(response, 200, { access_token: 'token' }) : json(response, 404, {}),
    )
  })
  afterAll(async () => service.stop())

  const asked = () => service.seen.filter(({ path }) => path.includes('p-1')).length

  test('is named with its environment, and run again there', { tags: 'full' }, async () => {
    const { call, receiver } = rig.serve()
    const sharedSecret = 'a shared secret'
    const acme = await call<Environment>('POST', '/environments', {
      name: 'Acme',
      authUrl: service.url,
      baseUrl: service.url,
      clientId: 'c',
      audience: 'a',
      username: 'u',
      password: 'p',
      sharedSecret,
    })
    const body = JSON.stringify({ id: 'n-1', resourceId: 'p-1', resourceType: 'Payment', action: 'update' })
    const signature = createHmac('sha256', sharedSecret).update(body).digest('base64')
    const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
    await fetch(new URL(acme.receiverPath, receiver), { method: 'POST', headers, body })

    await rig.open()
    await rig.page().getByRole('link', { name: 'Monitor', exact: true }).click()
    await expectPage(main().getByText('0 waiting, 1 failed')).toBeVisible()
    // One problem counts once.
    await expectPage(main().getByText('1 line below needs attention')).toBeVisible()
    await expectPage(main().getByRole('link', { name: /^Open delivery \d+ of Acme/ })).toBeVisible()
    const before = asked()
    await main().getByRole('button', { name: 'Retry failed follow-ups of Acme' }).click()
    await expectPage(main().getByText('1 follow-up queued.')).toBeVisible()
    await expect.poll(asked).toBeGreaterThan(before)
  })
})

describe('a forwarding rule that has given up deliveries', () => {
  test('says so beside its state, in the navigation and in Health', { tags: 'full' }, async () => {
    const page = rig.page()
    const { call } = rig.serve()
    const { environment } = await call<Status>('GET', '/status')
    await call('PUT', `/environments/${environment.id}/forward-rules`, {
      rules: [{ name: 'Orders app', target: 'http://127.0.0.1:9/', retries: 0 }],
    })
    await rig.open()
    await rig.sendMany(6)
    const link = page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: /^Forward/ })
    await expectPage(link).toHaveAccessibleName('Forward 6 given up')
    await link.click()
    const rule = main().getByRole('region', { name: 'Orders app' })
    await expectPage(rule.getByText('Failing: 6 given up')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await expect.poll(async () => layoutProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Monitor', exact: true }).click()
    await expectPage(main().getByText('6 deliveries given up')).toBeVisible()
    await expectPage(main().getByText('Orders app of Inbox: 6.')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 800, height: 600 })
    await expect.poll(async () => layoutProblems(page)).toEqual([])
  })

  test('no longer says so once the app has taken them', { tags: 'full' }, async () => {
    const page = rig.page()
    const { call } = rig.serve()
    let isUp = false
    const app = await startScriptedServer((_request, response) => json(response, isUp ? 200 : 503, {}))
    try {
      const { environment } = await call<Status>('GET', '/status')
      const rules = [{ name: 'Orders app', target: app.url, retries: 0 }]
      await call('PUT', `/environments/${environment.id}/forward-rules`, { rules })
      await rig.open()
      await rig.sendMany(2)
      await page.getByRole('link', { name: /^Forward 2 given up/ }).click()
      isUp = true
      await main()
        .getByRole('button', { name: /^Catch up \d/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Catch up', exact: true }).click()
      await expectPage(main().getByText(/^Last catch-up: 2 sent/)).toBeVisible()
      await expectPage(main().getByText('On', { exact: true })).toBeVisible()
      await expectPage(page.getByRole('link', { name: 'Forward', exact: true })).toBeVisible()
    } finally {
      await app.stop()
    }
  })
})

test('a catch-up counts what it has sent of all that it has to send', { tags: 'full' }, async () => {
  const page = rig.page()
  const { call } = rig.serve()
  const answers: (() => void)[] = []
  let isUp = false
  const app = await startScriptedServer((_request, response) => {
    if (isUp) answers.push(() => json(response, 200, {}))
    else json(response, 503, {})
  })
  try {
    const { environment } = await call<Status>('GET', '/status')
    const filter = 'type:Payment'
    const rules = [{ name: 'Orders app', target: app.url, retries: 0, when: { filter }, order: 'parallel' }]
    await call('PUT', `/environments/${environment.id}/forward-rules`, { rules })
    // Most of what it looks at is not for this rule.
    for (let count = 0; count < 40; count += 1) await rig.send({ resourceType: 'Wallet' })
    for (let count = 0; count < 4; count += 1) await rig.send({ resourceType: 'Payment' })
    for (let count = 0; count < 40; count += 1) await rig.send({ resourceType: 'Wallet' })
    await rig.open()
    await page.getByRole('link', { name: /^Forward/ }).click()
    await expectPage(main().getByRole('link', { name: '4, show in inbox' })).toBeVisible()
    isUp = true
    await main()
      .getByRole('button', { name: /^Catch up \d/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Catch up', exact: true }).click()
    await expectPage(main().getByText(/0 of 4 sent/)).toBeVisible()
    await expect.poll(() => answers.length).toBe(4)
    for (const answer of answers.splice(0, 2)) answer()
    await expectPage(main().getByText(/2 of 4 sent/)).toBeVisible()
    const bar = main().getByRole('progressbar', { name: 'Catching up' })
    await expectPage(bar).toHaveAttribute('aria-valuenow', '2')
    await expectPage(bar).toHaveAttribute('aria-valuemax', '4')
    for (const answer of answers.splice(0)) answer()
    await expectPage(main().getByText(/^Last catch-up: 4 sent/)).toBeVisible()
  } finally {
    for (const answer of answers) answer()
    await app.stop()
  }
})
