import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain } from 'electron'
import { type HostLog, reportFaults } from '../host/logging/reportFaults.ts'
import type { HostRouter } from '../host/shells/types.ts'
import { isOurPage } from './pageAddress.ts'

/**
 * Gives each of our own pages that asks a port to the host's router. Anyone else who asks gets nothing.
 * `variables` may name a development server, see pageAddress.ts.
 */
export function connectPages(router: HostRouter, variables: NodeJS.ProcessEnv, log: HostLog): void {
  const handler = new RPCHandler(router, { interceptors: [reportFaults(log)] })
  ipcMain.on('hookscope:connect', (event) => {
    const frame = event.senderFrame
    if (frame === null || frame !== event.sender.mainFrame || !isOurPage(frame.url, variables)) return
    const { port1, port2 } = new MessageChannelMain()
    handler.upgrade(port1, { context: {} })
    port1.start()
    event.sender.postMessage('hookscope:port', null, [port2])
  })
}
