import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import type { Attempt, Status } from '../../../src/shared/wireTypes.ts'
import { type App, startApp } from '../../forwarding/startApp.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { countClicks } from '../../support/countClicks.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

// The rig fails each test whose page reports an error, and a browser reports what the page's policy refuses.
const rig = inboxRig()

const dialog = () => rig.page().getByRole('dialog', { name: 'Replay this delivery' })
const editor = () => dialog().getByRole('textbox', { name: 'Body' })
const answer = () => dialog().getByRole('region', { name: 'Answer' })

describe('the panel that sends a delivery again', () => {
  test('sends an edited and newly signed body with four clicks, and keeps what was sent', async () => {
    const { page, app, id } = await openPanel('{"amount": 1.0}', { sharedSecret: 'a secret of the test' })
    await dialog().getByRole('textbox', { name: 'URL', exact: true }).fill(app.url)
    await page.keyboard.press('Escape')
    await expectPage(dialog()).toHaveCount(0)

    const clicks = await countClicks(page)
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await editor().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('{"amount": 2.50}')
    await dialog().getByRole('button', { name: 'Sign again' }).click()
    await dialog().getByRole('button', { name: 'Send', exact: true }).click()
    await expectPage(answer()).toContainText('Answered 204')
    expect(await clicks()).toBe(4)

    expect(app.seen[0]?.body.toString()).toBe('{"amount": 2.50}')
    const [attempt] = await attemptsOf(id)
    expect(attempt).toMatchObject({ requestBody: '{"amount": 2.50}', replayed: { signedAnew: true, edited: true } })
    await dialog().getByRole('tab', { name: 'Changes' }).click()
    await expectPage(dialog().getByRole('row', { name: 'amount' })).toContainText('2.50')
    expect(await axeProblems(page)).toEqual([])
  })

  test(
    'is worked without a mouse: headers added, moved and doubled, sent with the key, opened and sent again',
    { tags: 'full' },
    async () => {
      const { page, app, id } = await openPanel('{}', {}, { 'x-first': '1' })
      await page.keyboard.type(app.url)
      await dialog().getByRole('tab', { name: 'Body' }).focus()
      await page.keyboard.press('ArrowRight')
      await dialog().getByRole('button', { name: 'Add header' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('X-First')
      await page.keyboard.press('Tab')
      await page.keyboard.type('2')
      await page.keyboard.press('Alt+ArrowUp')
      await expectPage(
        dialog()
          .getByLabel(/^Value of header/)
          .and(page.locator(':focus')),
      ).toHaveValue('2')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expectPage(answer()).toContainText('Answered 204')
      const firsts = (place: number) => app.seen[place]?.headers.filter(([name]) => /^x-first$/i.test(name))
      expect(
        firsts(0)
          ?.map(([, value]) => value)
          .toSorted(),
      ).toEqual(['1', '2'])

      await page.keyboard.press('Escape')
      await expectPage(dialog()).toHaveCount(0)
      await page.keyboard.press('6')
      await page.getByRole('button', { name: 'Open in Replay' }).first().focus()
      await page.keyboard.press('Enter')
      await expectPage(dialog().getByRole('textbox', { name: 'URL', exact: true })).toHaveValue(`${app.url}/`)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expectPage(answer()).toContainText('Answered 204')
      expect(firsts(1)).toEqual(firsts(0))
      expect(await attemptsOf(id)).toHaveLength(2)
    },
  )

  test('says where JSON is wrong, goes there, and lays it out without changing a token', { tags: 'full' }, async () => {
    const { page, app } = await openPanel('{"a":1.0,"a":12345678901234567890}')
    await dialog().getByRole('textbox', { name: 'URL', exact: true }).fill(app.url)
    await expectPage(dialog().getByText('Valid JSON', { exact: true })).toBeVisible()
    await dialog().getByRole('button', { name: 'Format' }).click()
    // Text typed before the formatting would be formatted, too.
    await expectPage(editor()).toContainText('"a": 1.0')
    await editor().click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(',')
    await expectPage(dialog().getByText('more text behind the end in line 4, column 2')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Home')
    await dialog().getByRole('button', { name: 'Go there' }).click()
    await expectPage(editor()).toBeFocused()
    await page.keyboard.press('Delete')
    await expectPage(dialog().getByText('Valid JSON', { exact: true })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectPage(answer()).toContainText('Answered 204')
    expect(app.seen[0]?.body.toString()).toBe('{\n  "a": 1.0,\n  "a": 12345678901234567890\n}')
  })

  test(
    'shows what is no UTF-8 as bytes, and sends it and every untouched body as it is stored',
    { tags: 'full' },
    async () => {
      const odd = Uint8Array.of(0x7b, 0x00, 0xff, 0x0d, 0x0a, 0x7d)
      const { app } = await openPanel(odd)
      await expectPage(dialog().getByText('not UTF-8 text')).toBeVisible()
      await expectPage(dialog().getByText('7b 00 ff 0d 0a 7d')).toBeVisible()
      await expectPage(editor()).toHaveCount(0)
      await dialog().getByRole('textbox', { name: 'URL', exact: true }).fill(app.url)
      await dialog().getByRole('button', { name: 'Send', exact: true }).click()
      await expectPage(answer()).toContainText('Answered 204')
      expect(app.seen[0]?.body.equals(odd)).toBe(true)
    },
  )

  test('keeps CRLF, and lets typing be undone to the stored bytes', { tags: 'full' }, async () => {
    const { page, app, id } = await openPanel('a\r\nb\r\n')
    await dialog().getByRole('textbox', { name: 'URL', exact: true }).fill(app.url)
    await editor().click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('c')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectPage(answer()).toContainText('Answered 204')
    expect(app.seen[0]?.body.toString()).toBe('a\r\nb\r\nc\r\n')
    await dialog().getByRole('button', { name: 'Undo all edits' }).click()
    await dialog().getByRole('button', { name: 'Send', exact: true }).click()
    await expectPage.poll(() => app.seen.length).toBe(2)
    expect(app.seen[1]?.body.toString()).toBe('a\r\nb\r\n')
    await expectPage
      .poll(async () => (await attemptsOf(id)).map(({ requestBody }) => requestBody))
      .toEqual(['a\r\nb\r\nc\r\n', null])
  })
})

/** Opens the panel on a delivery of this body. @param settings of its environment */
async function openPanel(
  body: string | Uint8Array<ArrayBuffer>,
  settings: object = {},
  headers: Record<string, string> = {},
): Promise<{ page: Page; app: App; id: string }> {
  const page = rig.page()
  const serve = rig.serve()
  const { environment, receiver } = await serve.call<Status>('GET', '/status')
  await serve.call('PATCH', `/environments/${environment.id}`, settings)
  const app = await startApp()
  await rig.open()
  await fetch(receiver.url ?? '', { method: 'POST', body, headers: { 'x-service-webhook-hmac': 'c2ln', ...headers } })
  await rig.rows().first().click()
  const [id = ''] = await rig.ids()
  await expectPage(page.getByText(`delivery ${id}`)).toBeVisible()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await expectPage(dialog().getByRole('textbox', { name: 'URL', exact: true })).toBeFocused()
  return { page, app, id }
}

async function attemptsOf(id: string): Promise<Attempt[]> {
  return rig.serve().call<Attempt[]>('GET', `/deliveries/${id}/attempts`)
}
