import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { countClicks } from '../../support/countClicks.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

const rig = inboxRig()
const secret = 'a shared secret'

/** The service, with its provider: objects are below /objects only, and only the right password gets a token. */
let service: ScriptedServer
beforeAll(async () => {
  service = await startScriptedServer(({ path, body }, response) => {
    if (path === '/oauth/token') {
      const isRight = body.includes('the right password')
      return isRight
        ? json(response, 200, { access_token: 'token', expires_in: 60 })
        : json(response, 403, { error: 'invalid_grant', error_description: 'Wrong email or password.' })
    }
    if (path.endsWith('/webhook-config')) return json(response, 200, JSON.parse(body) as object)
    return path.startsWith('/objects/') ? json(response, 200, { id: path, state: 'there' }) : json(response, 404, {})
  })
})
afterAll(async () => service.stop())

let acme: Environment
beforeEach(async () => {
  acme = await newEnvironment('Acme', { password: 'the right password', sharedSecret: secret })
  await rig.serve().call('POST', `/environments/${acme.id}/activate`)
  await rig.open()
})

describe('a failed signature', () => {
  test('is two clicks from its proof, and the secret that the proof names is added there', async () => {
    await newEnvironment('Other', { sharedSecret: 'a secret of another environment' })
    await deliver('p-1', 'a secret of another environment')
    await deliver('p-2', 'a secret of another environment')
    const page = rig.page()
    await expectPage(rig.rows()).toHaveCount(2)
    const clicks = await countClicks(page)
    await rig.rows().first().click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const proof = page.getByRole('region', { name: 'Why it fails' })
    await expectPage(proof).toContainText('The secret of another environment')
    expect(await clicks()).toBe(2)
    await proof.getByRole('button', { name: 'Add this secret' }).click()
    // Every stored delivery is checked again.
    for (const place of [0, 1]) {
      await expectPage(rig.rows().nth(place).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    }
    await expectPage(page.getByRole('button', { name: 'Add this secret' })).toHaveCount(0)
  })

  test(
    'without a proof takes a pasted secret, and keeps it only if it gives the signature',
    { tags: 'full' },
    async () => {
      await deliver('p-1', 'a secret that is not stored')
      const page = rig.page()
      await rig.rows().first().click()
      const field = page.getByLabel('Paste the secret', { exact: true })
      await field.fill('not this one')
      await field.press('Enter')
      await expectPage(page.getByRole('alert')).toContainText("doesn't match")
      expect(await secretsOf(acme.id)).toHaveLength(1)
      await field.fill(' a secret that is not stored\n')
      await field.press('Enter')
      await expectPage(rig.rows().first().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
      expect(await secretsOf(acme.id)).toHaveLength(2)
    },
  )

  test(
    'whose secret nobody knows is helped by a new one, made and applied there: what comes next is verified',
    { tags: 'full' },
    async () => {
      await applyConfig()
      await deliver('p-1', 'a secret that is not stored')
      const page = rig.page()
      await rig.rows().first().click()
      await page.getByRole('button', { name: 'Rotate', exact: true }).click()
      await expectPage(page.getByText('signs with a new secret now')).toBeVisible()
      const { body } = service.seen.findLast(({ method }) => method === 'PATCH') ?? { body: '{}' }
      const { sharedSecret } = JSON.parse(body) as { sharedSecret: string }
      await deliver('p-2', sharedSecret)
      // The list is paused while the user reads.
      await page.getByRole('button', { name: '1 newer delivery' }).click()
      await expectPage(rig.rows()).toHaveCount(2)
      await rig.hasMark(rig.rows().first(), /^Valid$/)
      expect((await secretsOf(acme.id)).map(({ retiredAt }) => retiredAt)).toEqual([null, null])
    },
  )

  test('of production is rotated only after a question', { tags: 'full' }, async () => {
    await rig.serve().call('PATCH', `/environments/${acme.id}`, { production: true })
    await applyConfig()
    await deliver('p-1', 'a secret that is not stored')
    const page = rig.page()
    await rig.rows().first().click()
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Make a new secret for Acme?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(question).toBeHidden()
    expect(await secretsOf(acme.id)).toHaveLength(1)
  })
})

describe('an object that was not fetched', () => {
  test('because of its path is repaired and run again, with all others that failed, in three clicks', async () => {
    await deliver('p-1', secret)
    await deliver('p-2', secret)
    const page = rig.page()
    await expectPage(rig.rows().filter({ hasText: '404' })).toHaveCount(2)
    const clicks = await countClicks(page)
    await rig.rows().first().click()
    await page.getByRole('textbox', { name: 'Path of Payment' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('/objects/{resourceId}')
    await page.getByRole('button', { name: /^Save and run/ }).click()
    await expectPage(rig.rows().filter({ hasText: '200' })).toHaveCount(2)
    expect(await clicks()).toBe(3)
  })

  test(
    'is counted with those that the repair concerns: of its type, verified, each notification once',
    { tags: 'full' },
    async () => {
      const twice = await deliver('p-1', secret)
      await deliver('p-2', secret)
      await deliver('p-3', secret)
      await deliver('w-1', secret, { resourceType: 'Wallet' })
      await deliver('p-1', secret, { id: twice })
      await deliver('p-4', 'a secret that is not stored')
      const page = rig.page()
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: /^Fold deliveries/ }).click()
      await page.keyboard.press('Escape')
      await expectPage(rig.rows().filter({ hasText: '404' })).toHaveCount(4)
      await rig.rows().filter({ hasText: 'Payment' }).filter({ hasText: '404' }).first().click()
      await page.getByRole('textbox', { name: 'Path of Payment' }).fill('/objects/{resourceId}')
      const save = page.getByRole('button', { name: 'Save and run the 3 that failed' })
      await save.click()
      await expectPage(page.getByText('Saved. Retrying 3 follow-ups.')).toBeVisible()
      await expectPage(rig.rows().filter({ hasText: '200' })).toHaveCount(3)
      // The other type has failed for a reason of its own; what nothing proves is never fetched.
      await expectPage(rig.rows().filter({ hasText: 'Wallet' })).toContainText('404')
      const fetched = service.seen.flatMap(({ path }) => (path.startsWith('/objects/') ? [path] : []))
      expect(fetched.slice(-3).toSorted()).toEqual(['/objects/p-1', '/objects/p-2', '/objects/p-3'])
      expect(fetched).not.toContain('/objects/p-4')
    },
  )

  test('because of the credentials gets them there: tested, saved, and run again', { tags: 'full' }, async () => {
    const resourcePaths = { Payment: '/objects/{resourceId}' }
    await rig.serve().call('PATCH', `/environments/${acme.id}`, { password: 'a wrong one', resourcePaths })
    await deliver('p-1', secret)
    await deliver('p-2', secret)
    const page = rig.page()
    await expectPage(rig.rows()).toHaveCount(2)
    await rig.rows().first().click()
    const form = page.getByRole('form', { name: 'Credentials' })
    await form.getByRole('button', { name: 'Test' }).click()
    await expectPage(form.getByRole('alert')).toContainText('not accepted')
    await form.getByLabel('Password', { exact: true }).fill('the right password')
    expect(await axeProblems(page)).toEqual([])
    await form.getByRole('button', { name: /^Save and run/ }).click()
    await expectPage(rig.rows().filter({ hasText: '200' })).toHaveCount(2)
    await expectPage(page.getByRole('link', { name: 'Open Connection' })).toHaveCount(0)
  })

  test('for two reasons has one form at a time, which goes once its reason is gone', { tags: 'full' }, async () => {
    await rig.serve().call('PATCH', `/environments/${acme.id}`, { password: 'a wrong one' })
    await deliver('p-1', secret)
    const page = rig.page()
    await rig.rows().first().click()
    const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
    const save = delivery.getByRole('button', { name: /^Save and run/ })
    await delivery.getByLabel('Password', { exact: true }).fill('the right password')
    await save.click()

    await expectPage(delivery.getByRole('form', { name: 'Path of Payment' })).toBeVisible()
    await expectPage(delivery.getByRole('form', { name: 'Credentials' })).toHaveCount(0)
    await expectPage(save).toHaveCount(1)
    await delivery.getByRole('textbox', { name: 'Path of Payment' }).fill('/objects/{resourceId}')
    await save.click()

    await expectPage(rig.rows().filter({ hasText: '200' })).toHaveCount(1)
    await expectPage(delivery.getByText('Saved. Retrying 1 follow-up.')).toBeVisible()
    await expectPage(save).toHaveCount(0)
  })

  test('because a credential is missing gets it there, too', { tags: 'full' }, async () => {
    const resourcePaths = { Payment: '/objects/{resourceId}' }
    await rig.serve().call('PATCH', `/environments/${acme.id}`, { password: '', resourcePaths })
    await deliver('p-1', secret)
    const page = rig.page()
    await rig.rows().first().click()
    const form = page.getByRole('form', { name: 'Credentials' })
    await expectPage(form.getByText('Fill in password first.')).toBeVisible()
    await form.getByLabel('Password', { exact: true }).fill('the right password')
    await form.getByRole('button', { name: /^Save and run/ }).click()
    await expectPage(rig.rows().filter({ hasText: '200' })).toHaveCount(1)
  })
})

async function newEnvironment(name: string, more: object): Promise<Environment> {
  const access = { authUrl: service.url, baseUrl: service.url, clientId: 'c', audience: 'a', username: 'u' }
  return rig.serve().call<Environment>('POST', '/environments', { name, ...access, ...more })
}

async function applyConfig(): Promise<void> {
  const url = 'https://hooks.example.invalid/acme'
  await rig.serve().call('PATCH', `/environments/${acme.id}/webhook-config`, { url, enabled: true })
}

async function secretsOf(id: string): Promise<Environment['sharedSecrets']> {
  const all = await rig.serve().call<Environment[]>('GET', '/environments')
  return all.find((each) => each.id === id)?.sharedSecrets ?? []
}

/** Sends a notification about an object, signed with this secret; its id. */
async function deliver(resourceId: string, signedWith: string, more: object = {}): Promise<string> {
  const fields = {
    id: crypto.randomUUID(),
    createdAtUtc: new Date().toISOString(),
    resourceType: 'Payment',
    resourceId,
    ...more,
  }
  const body = JSON.stringify({ ...fields, action: 'update', changes: null })
  const signature = createHmac('sha256', signedWith).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
  await fetch(new URL(acme.receiverPath, rig.serve().receiver), { method: 'POST', headers, body })
  return fields.id
}
