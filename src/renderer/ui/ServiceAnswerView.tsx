import type { ServiceAnswer } from '../../shared/wireTypes.ts'
import { formatDuration } from './format.ts'
import './ServiceAnswerView.css'

/** What the service said, word for word. */
export function ServiceAnswerView({ answer: { status, body, durationMs } }: { answer: ServiceAnswer }) {
  const text = body?.trim() ?? ''
  return (
    <div className="service-answer">
      <p>
        {status === null ? 'There was no answer' : `The service answered ${status}`}
        {durationMs > 0 && <span className="muted numbers"> after {formatDuration(durationMs)}</span>}
        {text === '' && status !== null && <span className="muted">, with an empty body</span>}.
      </p>
      {text !== '' && <pre className="service-answer-body">{text}</pre>}
    </div>
  )
}
