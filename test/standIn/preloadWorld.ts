/**
 * The script that gives a page's isolated world what a sandboxed preload script finds in Electron: `require('electron')`
 * with `ipcRenderer`. Messages leave through the binding `__standInSend`; they come in through `__standIn`.
 */
export const preloadWorld = 'preload'
export const preloadBinding = '__standInSend'

/** A value as text: bytes as base64, text as it is. */
export type Packed = ['text', string] | ['bytes', string] | ['json', unknown]

export type FromWorld = { kind: 'ipc'; channel: string; args: unknown[] } | { kind: 'port'; port: number; data: Packed }

export function pack(data: unknown): Packed {
  if (typeof data === 'string') return ['text', data]
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) {
    return ['bytes', Buffer.from(data as Uint8Array<ArrayBuffer>).toString('base64')]
  }
  return ['json', data]
}

export function unpack([kind, value]: Packed): unknown {
  return kind === 'bytes' ? Uint8Array.from(Buffer.from(value, 'base64')) : value
}

/** @param preload the built preload script, in CommonJS */
export function preloadSource(preload: string): string {
  return `(() => {
  if (window !== window.top) return
  const listeners = new Map(), open = new Map()
  const tell = (message) => ${preloadBinding}(JSON.stringify(message))
  const base64 = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768)); return btoa(text) }
  const pack = (data) => typeof data === 'string' ? ['text', data]
    : data instanceof ArrayBuffer ? ['bytes', base64(new Uint8Array(data))]
    : ArrayBuffer.isView(data) ? ['bytes', base64(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))]
    : ['json', data]
  const unpack = ([kind, value]) => kind === 'bytes' ? Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)) : value
  const ipcRenderer = {
    send: (channel, ...args) => tell({ kind: 'ipc', channel, args }),
    on: (channel, listener) => { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); return ipcRenderer },
  }
  globalThis.__standIn = {
    emit(channel, message, ids) {
      const ports = ids.map((port) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = (event) => tell({ kind: 'port', port, data: pack(event.data) })
        open.set(port, channel.port1)
        return channel.port2
      })
      for (const listener of listeners.get(channel) ?? []) listener({ ports, sender: ipcRenderer }, message)
    },
    deliver(port, data) { open.get(port)?.postMessage(unpack(data)) },
    end(port) { open.get(port)?.close(); open.delete(port) },
  }
  const module = { exports: {} }
  const require = (name) => { if (name === 'electron') return { ipcRenderer }; throw new Error('module not found: ' + name) }
  ;(function (require, module, exports, process, global) {
${preload}
  })(require, module, module.exports, undefined, globalThis)
})()`
}
