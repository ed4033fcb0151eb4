/**
 * Hands the page its one line to the engine: a MessagePort, and nothing of Electron or Node.
 *
 * The page asks by an event whether it runs in the desktop shell; cancelling it says yes. It then posts `hookscope:connect`
 * to its own window, again and again until it is answered; the first of these is passed on to the main process, which sends
 * a port; the page receives `{ type: 'hookscope:port' }` with it as `ports[0]`.
 */
import { ipcRenderer } from 'electron'
import { desktopQuestion } from '../shared/desktopQuestion.ts'

window.addEventListener(desktopQuestion, (event) => event.preventDefault())

let asked = false
window.addEventListener('message', (event) => {
  if (event.source !== window || event.data !== 'hookscope:connect' || asked) return
  asked = true
  ipcRenderer.send('hookscope:connect')
})
ipcRenderer.on('hookscope:port', (event) => {
  window.postMessage({ type: 'hookscope:port' }, window.location.origin, [...event.ports])
})
