import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyLanguages } from '../../../src/shared/verifyCode/verifyLanguages.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { chooseSender } from '../../../tools/shots/steps/chooseSender.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'
import { goToSection } from '../../support/goToSection.ts'

const body = '{"id": "n1", "amount": 1.50, "name": "Zoë"}'
const header = 'x-service-webhook-hmac'

const browser = sharedBrowser()
const started = sharedServe()
let serve: RunningServe
beforeEach(() => {
  serve = started()
})

describe('a delivery whose signature fails', () => {
  it("is explained by another environment's secret, with the proof", { tags: 'full' }, async () => {
    await newEnvironment('Beta', 'the secret of Beta')
    const acme = await newEnvironment('Acme', 'the secret of Acme')
    await post(acme, { [header]: sign('the secret of Beta', body) })
    const page = await open()
    await row(page, 0).click()
    const why = page.getByRole('paragraph').filter({ hasText: /^Why\?/ })
    await expectPage(why).toContainText('The secret of another environment')
    await expectPage(why).toContainText('a secret of the environment "Beta"')
    await page.getByRole('link', { name: 'See the Signature tab' }).click()
    const cause = page.getByRole('region', { name: 'Why it fails' })
    await expectPage(cause.getByText('Proof', { exact: true })).toBeVisible()
    await expectPage(cause).toContainText('of Beta')
    await cause.getByText('Step by step').first().click()
    await expectPage(cause.getByRole('listitem').nth(1)).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'Received and expected' })).toContainText('characters differ')
    await page.context().close()
  })

  it('that nobody can explain says what was ruled out, and searches again on demand', { tags: 'full' }, async () => {
    const lone = await newEnvironment('Lone', 'the secret of Lone')
    await post(lone, { [header]: sign('a secret that is stored nowhere', body) })
    const page = await open()
    await row(page, 0).click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const cause = page.getByRole('region', { name: 'Why it fails' })
    await expectPage(cause).toContainText('No cause found')
    await expectPage(cause).toContainText(/Tried [\d,]+ combinations/)
    await expectPage(cause.getByRole('definition').first()).toBeVisible()
    await cause.getByRole('button', { name: 'Search again' }).click()
    await expectPage(cause).toContainText('No cause found')
    await page.context().close()
  })

  it('becomes valid where it stands once the right secret is added, without a reload', { tags: 'full' }, async () => {
    const late = await newEnvironment('Late', 'not the right secret')
    await post(late, { [header]: sign('the right secret', body) })
    const page = await open()
    await expectPage(row(page, 0).getByRole('img', { name: 'Invalid' })).toBeVisible()
    await goToSection(page, 'Secrets')
    await page.getByLabel('Add a secret that is in use').fill('the right secret')
    await page.getByRole('button', { name: 'Add secret' }).click()
    await expectPage(page.getByRole('table', { name: 'Shared secrets' }).getByRole('row')).toHaveCount(3)
    await expectPage(page.getByText(/Checked \d+ deliver(y|ies) again: 1 changed/)).toBeVisible()
    await page.getByRole('button', { name: 'Check all again' }).click()
    await expectPage(page.getByText(/Checked \d+ deliver(y|ies) again: none changed/)).toBeVisible()
    await goToSection(page, 'Deliveries')
    await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await page.context().close()
  })
})

describe('a delivery that is open', () => {
  it(
    'is updated when a secret proves it, and distinguishes a previous secret from the current one',
    { tags: 'full' },
    async () => {
      const environment = await newEnvironment('Open', 'first')
      await post(environment, { [header]: sign('second', body) })
      const page = await open('/inbox/live/signature')
      const panel = page.getByRole('tabpanel')
      await expectPage(panel.getByRole('heading', { name: 'Invalid' })).toBeVisible()
      await serve.call('PATCH', `/environments/${environment.id}`, { sharedSecret: 'second' })
      await expectPage(panel.getByRole('heading', { name: 'Valid', exact: true })).toBeVisible()
      await expectPage(page.getByRole('region', { name: 'Why it fails' })).toHaveCount(0)
      await post(environment, { [header]: sign('first', body) })
      await expectPage(panel.getByRole('heading', { name: 'Valid, previous secret' })).toBeVisible()
      await expectPage(panel).toContainText('It was made with an earlier secret of this environment')
      await expectPage(panel).toContainText('of the environment "Open"')
      await page.context().close()
    },
  )

  it('leaves a list of failures once it is none', { tags: 'full' }, async () => {
    const environment = await newEnvironment('Filtered', 'first')
    await post(environment, { [header]: sign('second', body) })
    const page = await open('/inbox?filter=verdict%3Ainvalid')
    await expectPage(row(page, 0)).toContainText('Body is not a notification')
    await serve.call('PATCH', `/environments/${environment.id}`, { sharedSecret: 'second' })
    await expectPage(row(page, 0)).toHaveCount(0)
    await page.context().close()
  })
})

describe('the check of my code', () => {
  it('names what the code hashed, where the signature is right', { tags: 'full' }, async () => {
    const environment = await newEnvironment('Mine', 'my secret')
    await post(environment, { [header]: sign('my secret', body) })
    const page = await open()
    await row(page, 0).click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const check = page.getByRole('region', { name: 'Check my code' })
    const digest = check.getByLabel('Paste the digest that your code computed')
    await digest.fill(sign('my secret', JSON.stringify(JSON.parse(body))))
    await check.getByRole('button', { name: 'Find the cause' }).click()
    await expectPage(check.getByText('Proof', { exact: true }).first()).toBeVisible()
    await expectPage(check.getByRole('listitem').first()).toContainText(/raw bytes/i)
    await digest.fill('')
    await check.getByRole('button', { name: 'Find the cause' }).click()
    await expectPage(check.getByText('Paste the digest that your code computed.')).toBeVisible()
    await page.context().close()
  })

  it('offers a program for this delivery in nine languages', { tags: 'full' }, async () => {
    const environment = await newEnvironment('Code', 'my secret')
    await post(environment, { [header]: sign('my secret', body) })
    const page = await open()
    await row(page, 0).click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const ready = page.getByRole('region', { name: 'Ready code' })
    await ready.getByLabel('Language').click()
    await expectPage(page.getByRole('option')).toHaveCount(9)
    await page.keyboard.press('Escape')
    await chooseOption(ready.getByLabel('Language'), 'Python')
    await expectPage(ready.getByLabel('Python code')).toContainText('hmac')
    await expectPage(ready.getByLabel('Python code')).toContainText(sign('my secret', body))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ready.getByRole('button', { name: 'body.bin' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('body.bin')
    await page.context().close()
  })

  it('colours the program, and copies and saves it to the letter', { tags: 'full' }, async () => {
    const environment = await newEnvironment('Colours', 'my secret')
    await post(environment, { [header]: sign('my secret', body) })
    const page = await open('/inbox/live/signature')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const refused: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
    const ready = page.getByRole('region', { name: 'Ready code' })
    const colours = new Set<string>()
    for (const { label, fileName } of verifyLanguages.filter(({ id }) => ['node', 'csharp', 'openssl'].includes(id))) {
      await chooseOption(ready.getByLabel('Language'), label)
      const code = ready.getByLabel(`${label} code`)
      for (const kind of ['comment', 'keyword', 'string']) {
        const token = code.locator(`[data-token=${kind}]`).first()
        await expectPage(token).toBeVisible()
        colours.add(await token.evaluate((element) => getComputedStyle(element).color))
      }
      const text = await code.textContent()
      expect(await code.evaluate(selectedText)).toBe(text?.trimEnd())
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        ready.getByRole('button', { name: fileName }).click(),
      ])
      expect(readFileSync(await download.path(), 'utf8')).toBe(text)
    }
    expect(colours.size).toBe(3)
    await ready.getByRole('button', { name: 'Copy code' }).click()
    const text = await ready.getByLabel('openssl code').textContent()
    await expectPage.poll(async () => page.evaluate(async () => navigator.clipboard.readText())).toBe(text)
    expect(refused).toEqual([])
    await page.context().close()
  })
})

describe('an own scheme', () => {
  it("is described from a copy of GitHub's and verifies what is signed so", { tags: 'full' }, async () => {
    const environment = await newEnvironment('Like GitHub', 'hub secret')
    const page = await open()
    await goToSection(page, 'Secrets')
    await chooseSender(page, 'GitHub')
    await expectPage(page.getByText(/X-Hub-Signature-256 after "sha256=": hex of HMAC-SHA256/)).toBeVisible()
    await chooseSender(page, 'Own scheme')
    await chooseOption(page.getByLabel('Begin with a copy of'), 'GitHub')
    await page.getByLabel('Signature header').fill('X-Acme-Signature')
    await page.getByLabel('Signed message').fill('v0:')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refusal = page.getByText('must have {body} or {form} in it').first()
    await expectPage(refusal).toBeVisible()
    expect(await page.getByLabel('Signed message').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Signed message').fill('{method} {body}')
    await expectPage(page.getByText('POST {"id":"…"}')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectPage(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await post(environment, { 'X-Acme-Signature': `sha256=${sign('hub secret', `POST ${body}`, 'hex')}` })
    await goToSection(page, 'Deliveries')
    await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await page.context().close()
  })

  it('distinguishes a right signature that came too late from the verdict', { tags: 'full' }, async () => {
    const environment = await newEnvironment('Like Stripe', 'whsec_1', { signatureScheme: 'stripe' })
    const at = Math.floor(Date.now() / 1000) - 412
    await post(environment, { 'Stripe-Signature': `t=${at},v1=${sign('whsec_1', `${at}.${body}`, 'hex')}` })
    const page = await open()
    await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await row(page, 0).click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const tooOld = page.getByText(/Signed too long ago: 41\d s old when it arrived, and the sender allows 300 s/)
    await expectPage(tooOld).toBeVisible()
    const seen = page.getByRole('region', { name: 'Also noticed' })
    await expectPage(seen.getByText('Observation', { exact: true })).toBeVisible()
    await page.context().close()
  })
})

describe('the change of a secret', () => {
  let folder: ReturnType<typeof scratchFolder>
  // It leaves its mark on the sandbox.
  beforeEach(async () => {
    folder = scratchFolder()
    serve = await startServeHere(folder.path)
  })
  afterEach(async () => {
    await serve.stop()
    folder.remove()
  })

  it('goes from the new secret over its application to the rest of the old one, and ends', async () => {
    await serve.call('POST', '/environments/sandbox/activate')
    await serve.call('POST', '/sandbox/demo')
    const page = await open()
    await goToSection(page, 'Secrets')
    await page.getByLabel('Minutes without use').fill('0')
    await expectPage(page.getByRole('button', { name: 'Start the change' })).toBeDisabled()
    await page.getByLabel('Minutes without use').fill('30')
    await page.getByRole('button', { name: 'Start the change' }).click()
    await expectPage(step(page)).toContainText('Give the sender the new secret')
    await page.getByRole('button', { name: 'Apply at the service' }).click()
    await expectPage(step(page)).toContainText('Wait until the old secret is no longer used')
    await expectPage(step(page)).toContainText(/retired at \d\d:\d\d(?:\s[AP]M)?, in (29|30) minutes/)
    await page.getByRole('button', { name: 'Retire the old secret now' }).click()
    await expectPage(page.getByText('The old secret is no longer used, and is retired')).toBeVisible()
    const old = page.getByRole('table', { name: 'Shared secrets' }).getByRole('row').nth(2)
    await expectPage(old).toContainText('retired since')
    await old.getByRole('button', { name: /^Accept again/ }).click()
    await expectPage(old).toContainText('accepted')
    await page.context().close()
  })
})

/** The text of an element as a manual copy takes it, without the last line break. Runs in the page. */
function selectedText(element: Element): string {
  const selection = getSelection()
  selection?.selectAllChildren(element)
  return selection?.toString() ?? ''
}

function sign(secret: string, message: string, encoding: 'base64' | 'hex' = 'base64'): string {
  return createHmac('sha256', secret).update(message).digest(encoding)
}

/** Made and put in use, so that the page opens on it. */
async function newEnvironment(name: string, sharedSecret: string, more: object = {}): Promise<Environment> {
  const environment = await serve.call<Environment>('POST', '/environments', { name, sharedSecret, ...more })
  await serve.call('POST', `/environments/${environment.id}/activate`)
  return environment
}

async function post({ receiverPath }: Environment, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(new URL(receiverPath, serve.receiver), { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

async function open(place = '/inbox'): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.evaluate((path) => {
    location.hash = path
  }, place)
  return page
}

function row(page: Page, index: number): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').nth(index)
}

/** The step of the assistant that is on now. */
function step(page: Page): Locator {
  return page.getByRole('list', { name: 'Change of the secret' }).locator('[aria-current=step]')
}
