import { useEffect, Fragment, useState } from 'react'
import { isTyping } from '../ui/hooks/typing.ts'
import { type CommandId, commandIds, commands, type KeyPlace, type ShortcutId } from '../../shared/commands/commands.ts'
import { keyNames, paletteWords } from './words.ts'
import { fullLabel, type Section, sections } from './screens.ts'
import { useApp } from '../data/state/useApp.ts'
import styles from './Palette.module.css'

/**
 * Runs an action when the keys of a shortcut are pressed anywhere but in a field or dialog. The action
 * gets the key. Sequences ("g i") and "Mod+k" are the frame's and do not work here.
 */
export function useShortcut(id: ShortcutId, action: (key: string) => void): void {
  useEffect(() => {
    const keys = keysFor(id)
    const onKey = (event: KeyboardEvent) => {
      if (!keys.includes(keyName(event)) || isTyping(event) || presses(event)) return
      event.preventDefault()
      action(event.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [id, action])
}

/** Whether the key presses the button or follows the link that has the focus: then it is no shortcut. */
function presses(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false
  return event.target instanceof Element && event.target.closest('button, a, summary, [role="button"]') !== null
}

/** A key press as the table spells it. Shift is named only where it does not make another letter. */
function keyName(event: KeyboardEvent): string {
  return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key
}

export interface Shortcut {
  id: CommandId
  place: KeyPlace
  /** As the table of commands spells them. Any of them does it. */
  keys: readonly string[]
  /** What it does. */
  what: string
}

/**
 * Every shortcut of the page, in the order of the table of commands. The overview of keys (`?`) is made from it; the
 * palette and the keys themselves (`useShortcut`) read the same table.
 */
export const shortcuts: readonly Shortcut[] = commandIds.flatMap((id) => {
  const { keys, label } = commands[id]
  return keys === undefined ? [] : [{ id, place: keys.place, keys: keys.any, what: label }]
})

/** The keys of one shortcut. */
export function keysFor(id: ShortcutId): readonly string[] {
  return commands[id].keys?.any ?? []
}

/** A command of the table as the palette takes it, with the first of its keys. A more exact title may follow it. */
export function tableCommand(id: CommandId): { id: CommandId; title: string; keys?: string } {
  const { label, keys } = commands[id]
  const [first] = keys?.any ?? []
  return { id, title: label, ...(first === undefined ? {} : { keys: first }) }
}

/**
 * Ids of parts of screens that keys and commands lead to. They are here and not next to the parts, because those are loaded
 * when they are first shown, and the keys are there from the start.
 */
export const paneId = 'delivery-pane'
export const objectFilterId = 'object-filter'

/** A shortcut of the table as keys to draw: "Mod+k" -> [["Ctrl", "K"]], "g i" -> [["g"], ["i"]]. Each part after the other. */
export function formatKeys(keys: string, isMac: boolean): string[][] {
  if (keys === ' ') return [[keyNames[' '] ?? keys]]
  return keys.split(' ').map((press) =>
    withShift(press)
      .split(/\+(?=.)/)
      .map((key) => keyLabel(key, press, isMac)),
  )
}

function keyLabel(key: string, press: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl'
  if (press.startsWith('Mod+')) return key.toUpperCase()
  return keyNames[key] ?? key
}

/** A capital alone is typed with Shift, which has to be said: drawn keys are capitals to many eyes. */
function withShift(press: string): string {
  return /^[A-Z]$/.test(press) ? `Shift+${press}` : press
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** A shortcut, drawn as keys. */
export function ShortcutKeys({ keys }: { keys: string }) {
  return (
    <span className={styles.shortcutKeysKeys}>
      {formatKeys(keys, isMac()).map((press, at) => (
        <Fragment key={press.join('+')}>
          {at > 0 && <span className={styles.then}>{paletteWords.thenKey}</span>}
          {press.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}

const firstKey = 'g'
/** How long the first key waits for the second, ms. */
const waitMs = 2500

/** "g" and then a letter goes to a section. While it waits for the letter, it shows all of them. */
export function GoKeys() {
  const { navigation } = useApp()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const wait = (on: boolean) => {
      clearTimeout(waiting)
      waiting = on ? setTimeout(() => wait(false), waitMs) : undefined
      setShown(on)
    }
    const onKey = (event: KeyboardEvent) => {
      const isSecond = waiting !== undefined && event.key !== 'Shift'
      if (isSecond) wait(false)
      if (isTyping(event)) return
      const target = isSecond ? sections.find((section) => letterOf(section) === event.key) : undefined
      if (target !== undefined) navigation.go({ screen: target.path })
      else if (event.key === firstKey) wait(!isSecond)
      else if (!isSecond || event.key !== 'Escape') return
      event.preventDefault()
    }
    // Before all other shortcuts: the second letter is not theirs.
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(waiting)
    }
  }, [navigation])
  if (!shown) return null
  // Screen readers have the letters in the overview of keys; read out here, they would come too late.
  return (
    <div className={styles.goKeys} aria-hidden="true">
      {sections.map((section) => (
        <span key={section.path} className={styles.goKey}>
          <Kbd>{letterOf(section)}</Kbd>
          {fullLabel(section.path)}
        </span>
      ))}
    </div>
  )
}

function letterOf({ command }: Section): string {
  return keysFor(command)[0]?.split(' ')[1] ?? ''
}
