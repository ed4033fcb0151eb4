import { EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { presentationWords } from './words.ts'
import styles from './Stage.module.css'

interface StagePictureProps {
  /** Another picture begins at its top. */
  id: string
  /** From 0. */
  at: number
  of: number
  title: string
  sentence: string
  /** The line from the sender to the object, where the picture has one. */
  flow: ReactNode
  failure: string | null
  /** The exhibit under the line. */
  children: ReactNode
}

/** One picture of a presentation: what to say to the room, the delivery on its line, and the exhibit. */
export function StagePicture({ id, at, of, title, sentence, flow, failure, children }: StagePictureProps) {
  const stage = useRef<HTMLElement>(null)
  const scrolled = useRef(id)
  useEffect(() => {
    if (scrolled.current === id) return
    scrolled.current = id
    stage.current?.scrollTo(0, 0)
  }, [id])
  return (
    <section
      ref={stage}
      data-part="stage"
      className={styles.stage}
      data-step={id}
      // Where the picture is small it scrolls, and that must work with the keyboard.
      tabIndex={0}
      aria-label={presentationWords.stepOf(at + 1, of)}
    >
      <header>
        <p className={styles.top}>
          <span aria-hidden="true">{presentationWords.step(at + 1, of)}</span>
          <span className={styles.masked}>
            <EyeOff aria-hidden="true" />
            {presentationWords.masked}
          </span>
        </p>
        <div aria-live="polite" aria-atomic="true">
          <span className="unseen">{presentationWords.stepOf(at + 1, of)}</span>
          <h1>{title}</h1>
          <p className={styles.sentence}>{sentence}</p>
        </div>
      </header>
      {flow}
      {failure !== null && (
        <div className={styles.problem} role="alert">
          <p>
            <strong>{presentationWords.failed}</strong> {failure}
          </p>
        </div>
      )}
      <div data-part="stage-exhibit" className={styles.exhibit}>
        {children}
      </div>
    </section>
  )
}
