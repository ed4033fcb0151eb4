import type { ReadonlyUserResult } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Fact, Facts } from '../ui/Section.tsx'
import { createdWords } from './createdWords.ts'

interface CreatedReadonlyUserProps {
  user: ReadonlyUserResult
  /** It was to be stored here. */
  wanted: boolean
  /** The person has taken what is shown once. */
  onDone: () => void
}

/** The six fields that the service answered, the password among them this once, and what to hand over. */
export function CreatedReadonlyUser({ user, wanted, onDone }: CreatedReadonlyUserProps) {
  const words = createdWords(user, wanted)
  return (
    <div className="access-created" aria-live="polite">
      {user.stored || !wanted ? <DoneNote>{words}</DoneNote> : <ErrorNote>{words}</ErrorNote>}
      <Facts>
        <Fact name="readonlyPassword" note="Shown this once: the service does not tell it again.">
          <span className="mono">{user.readonlyPassword}</span>{' '}
          <CopyButton text={user.readonlyPassword} what="the new password" />
        </Fact>
        <Fact name="readonlyEmail">
          <span className="mono">{user.readonlyEmail}</span> <CopyButton text={user.readonlyEmail} what="the e-mail" />
        </Fact>
        <Fact name="id">
          <span className="mono">{user.id ?? '—'}</span>
        </Fact>
        <Fact name="name">{user.name ?? '—'}</Fact>
        <Fact name="phone">{user.phone ?? '—'}</Fact>
        <Fact name="email">{user.email ?? '—'}</Fact>
      </Facts>
      <div className="access-handover">
        <div className="access-line">
          <h4>Text to hand over</h4>
          <CopyButton wide text={user.handover} what="this text" />
        </div>
        <pre className="access-handover-text" tabIndex={0} aria-label="Text to hand over">
          {user.handover}
        </pre>
        <p className="muted">Everything that this user needs but the password: send that another way.</p>
      </div>
      <div>
        <Button onClick={onDone}>I have taken the password</Button>
      </div>
    </div>
  )
}
