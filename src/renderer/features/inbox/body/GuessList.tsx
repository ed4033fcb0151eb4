import { visibleText } from '../../../text/visibleText.ts'
import { useNow } from '../../../ui/basics/Time.tsx'
import { guessSentence } from './words.ts'
import type { Guess } from '../../../bytes/guessMeaning.ts'
import styles from './Body.module.css'

/** Possible meanings of a value, the likeliest first. */
export function GuessList({ guesses, id }: { guesses: readonly Guess[]; id?: string }) {
  const now = useNow(5000)
  if (guesses.length === 0) return null
  return (
    <ul className={styles.guesses} id={id}>
      {guesses.map((guess) => {
        const { lead, text, note } = guessSentence(guess, now)
        return (
          <li key={guess.kind}>
            <span className={styles.guessLead}>{lead}</span>
            {text !== '' && <code className={styles.guessText}>{visibleText(text)}</code>}
            {note !== '' && <span className="muted">{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}
