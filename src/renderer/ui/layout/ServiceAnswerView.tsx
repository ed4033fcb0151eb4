import type { ServiceAnswer } from '../../../shared/wireTypes.ts'
import { formatDuration } from '../../text/format.ts'
import { uiWords } from '../words.ts'
import styles from './ServiceAnswerView.module.css'

/** The service's answer, word for word. */
export function ServiceAnswerView({ answer: { status, body, durationMs } }: { answer: ServiceAnswer }) {
  const text = body?.trim() ?? ''
  return (
    <div className={styles.serviceAnswer}>
      <p>
        {status === null ? uiWords.noAnswer : uiWords.answered(status)}
        {durationMs > 0 && <span className="muted numbers">{uiWords.after(formatDuration(durationMs))}</span>}
        {text === '' && status !== null && <span className="muted">{uiWords.emptyBody}</span>}.
      </p>
      {text !== '' && <pre className={styles.body}>{text}</pre>}
    </div>
  )
}
