import { frameWords } from '../words/frame.ts'

/** Behind what a chip says while Hookscope cannot be reached: it may be otherwise by now. */
export function LastKnown() {
  return <span className="chip-last">({frameWords.lastKnown})</span>
}
