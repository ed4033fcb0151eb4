/** Settings say what an MCP client needs, who is connected, and what is called. */
import { expect, test } from 'vitest'
import { expectPage } from '../support/expectPage.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { sharedServe } from './sharedServe.ts'

const serve = sharedServe()

test('Settings show the snippet of each client, who is connected and each call', async () => {
  const { ui, call } = serve()
  const { id } = await call<{ id: string }>('POST', '/tool-sessions', {
    client: 'an-agent',
    version: '2.0',
    allowSend: false,
    pid: process.pid,
  })
  await call('POST', `/tool-sessions/${id}/calls`, { tool: 'explain_signature', outcome: 'done', took: 12 })
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(ui)
  await expectPage(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${new URL(ui).origin}/#/settings`)
  const section = page.getByRole('region', { name: 'MCP clients' })
  await expectPage(section.getByText('"mcpServers"')).toBeVisible()
  await section.getByText('Codex', { exact: true }).click()
  await expectPage(section.getByText('[mcp_servers.hookscope]')).toBeVisible()
  await section.getByLabel('Let it send').click()
  await expectPage(section.locator('pre')).toContainText('--allow-send')
  await expectPage(section.getByRole('row', { name: 'an-agent 2.0' })).toContainText('Connected')
  await expectPage(section.getByRole('row', { name: 'explain_signature' })).toContainText('Done')
  await call('DELETE', `/tool-sessions/${id}`)
  await section.getByRole('button', { name: 'Refresh' }).click()
  await expectPage(section.getByRole('row', { name: 'an-agent 2.0' })).toContainText('Gone')
  expect(await page.title()).toContain('Settings')
})
