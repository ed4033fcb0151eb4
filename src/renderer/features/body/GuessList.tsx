import { visibleText } from '../../text/visibleText.ts'
import { useNow } from '../../ui/useNow.ts'
import { guessSentence } from './guessWords.ts'
import type { Guess } from '../../bytes/guessMeaning.ts'

/** What a value could mean, the likeliest first. */
export function GuessList({ guesses, id }: { guesses: readonly Guess[]; id?: string }) {
  const now = useNow(5000)
  if (guesses.length === 0) return null
  return (
    <ul className="guesses" id={id}>
      {guesses.map((guess) => {
        const { lead, text, note } = guessSentence(guess, now)
        return (
          <li key={guess.kind}>
            <span className="guess-lead">{lead}</span>
            {text !== '' && <code className="guess-text">{visibleText(text)}</code>}
            {note !== '' && <span className="muted">{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}
