import type { ReadonlyUserResult } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Fact, Facts } from '../ui/Section.tsx'
import { createdWords, readonlyUserWords } from '../words/readonlyUser.ts'

interface CreatedReadonlyUserProps {
  user: ReadonlyUserResult
  /** It was to be stored here. */
  wanted: boolean
  /** The person has taken what is shown once. */
  onDone: () => void
}

/** The six fields that the service answered, two of the user and four of its organization, and what to hand over. */
export function CreatedReadonlyUser({ user, wanted, onDone }: CreatedReadonlyUserProps) {
  const words = createdWords(user, wanted)
  return (
    <div className="access-created">
      {user.stored || !wanted ? <DoneNote>{words}</DoneNote> : <ErrorNote>{words}</ErrorNote>}
      <Facts>
        <Fact name="readonlyPassword" note={user.stored ? readonlyUserWords.keptToo : readonlyUserWords.shownOnce}>
          <span className="mono">{user.readonlyPassword}</span>{' '}
          <CopyButton text={user.readonlyPassword} what={readonlyUserWords.thePassword} />
        </Fact>
        <Fact name="readonlyEmail">
          <span className="mono">{user.readonlyEmail}</span>{' '}
          <CopyButton text={user.readonlyEmail} what={readonlyUserWords.theEmail} />
        </Fact>
      </Facts>
      <h4>{readonlyUserWords.organization}</h4>
      <Facts>
        <Fact name="id">
          <span className="mono">{user.id ?? readonlyUserWords.notTold}</span>
        </Fact>
        <Fact name="name">{user.name ?? readonlyUserWords.notTold}</Fact>
        <Fact name="phone">{user.phone ?? readonlyUserWords.notTold}</Fact>
        <Fact name="email">{user.email ?? readonlyUserWords.notTold}</Fact>
      </Facts>
      <div className="access-handover">
        <div className="access-line">
          <h4>{readonlyUserWords.handover}</h4>
          <CopyButton wide text={user.handover} what={readonlyUserWords.handoverText} />
        </div>
        <pre className="access-handover-text" tabIndex={0} aria-label={readonlyUserWords.handover}>
          {user.handover}
        </pre>
        <p className="muted">{readonlyUserWords.handoverNote}</p>
      </div>
      <div>
        <Button onClick={onDone}>{readonlyUserWords.taken}</Button>
      </div>
    </div>
  )
}
