import { useEffect, useState } from 'react'
import { fullLabel, type Section, sections } from './screens.ts'
import { useApp } from '../data/state/useApp.ts'
import { isTyping } from '../ui/hooks/typing.ts'
import { Kbd } from '../ui/basics/Kbd.tsx'
import { keysFor } from './shortcuts.ts'
import styles from './GoKeys.module.css'

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
