import { Notification } from 'electron'
import type { Notice } from '../desktop/notices.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'

/** Shows notices as the system's notifications; a click asks to open what one is about. */
export function openNotifier(open: (notice: Notice) => void, log: HostLog): (notice: Notice) => void {
  // One that is collected as garbage loses its click.
  const shown = new Set<Notification>()
  return (notice) => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title: notice.title, body: notice.body })
    shown.add(notification)
    notification.on('click', () => {
      shown.delete(notification)
      open(notice)
    })
    notification.on('close', () => shown.delete(notification))
    notification.on('failed', (_event, error) => {
      shown.delete(notification)
      log('warn', 'a notification could not be shown', { error })
    })
    notification.show()
  }
}
