import type { Page } from '@playwright/test'

/** From the next navigation on, messages of the server reach a page `ms` later, in their order. */
export async function slowAnswers(page: Page, ms: number): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => void setTimeout(() => socket.send(message), ms))
  })
}
