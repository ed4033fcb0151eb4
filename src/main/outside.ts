import { app, type BrowserWindow, Notification } from 'electron'
import type { MenuAct } from '../desktop/menuTemplate.ts'
import { noticesFrom, noticesAfter, type Notice } from '../desktop/notices.ts'
import { countUnseen, trayView } from '../desktop/trayView.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import type { Host } from '../host/shells/types.ts'
import type { LinkPlace } from '../shared/commands/links.ts'
import type { Status } from '../shared/wireTypes.ts'
import { preventAppNap } from './closing.ts'
import { iconOf, hasTray, openTray } from './tray.ts'

export interface OutsideOptions {
  /** The window, while there is one. */
  window: () => BrowserWindow | null
  /** Whether the person wants notifications. */
  wantsNotices: () => boolean
  act: (what: MenuAct) => void
  goTo: (place: LinkPlace) => void
  log: HostLog
}

/** Tray, badge and notifications: everything that the app shows outside of its window. */
export interface Outside {
  hasTray(): boolean
  /** As last reported; null before the engine has started. */
  status(): Status | null
  follow(host: Host): Promise<void>
}

/** Nothing is shown until it follows an engine. */
export function openOutside({ window, wantsNotices, act, goTo, log }: OutsideOptions): Outside {
  let setTray: ReturnType<typeof openTray> | null = null
  let shown: Status | null = null
  const notify = openNotifier(({ place }) => goTo(place), log)

  function show(status: Status): void {
    const before = shown?.unseen
    shown = status
    setTray?.(trayView(status))
    if (JSON.stringify(before) !== JSON.stringify(status.unseen)) showBadge(status.unseen, window())
  }

  return {
    hasTray: () => setTray !== null,
    status: () => shown,
    follow: async (host) => {
      preventAppNap()
      const first = await host.status()
      let notices = noticesFrom(first)
      host.subscribe(null, (events) => {
        for (const { event } of events) {
          if (event.type === 'status') show(event.status)
          const facts = {
            now: performance.now(),
            isWatched: window()?.isFocused() === true,
            wanted: wantsNotices(),
          }
          const taken = noticesAfter(notices, event, facts)
          notices = taken.state
          if (taken.notice !== null) notify(taken.notice)
        }
      })
      show(first)
      if (await hasTray()) setTray = openTray(trayView(shown), act)
    },
  }
}

/** The count at the app's icon, where the system shows one; Windows takes a small picture instead. */
function showBadge(unseen: Status['unseen'], window: BrowserWindow | null): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(unseen.count)
    return
  }
  window?.setOverlayIcon(unseen.count === 0 ? null : iconOf('unseen'), unseen.count === 0 ? '' : countUnseen(unseen))
}

/** Shows notices as the system's notifications; a click asks to open what one is about. */
function openNotifier(open: (notice: Notice) => void, log: HostLog): (notice: Notice) => void {
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
