import { Box, CornerDownRight, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Verdict } from '../../shared/model.ts'
import { Seal } from '../ui/Seal.tsx'
import { flowWords } from '../words/presentation.ts'
import type { Station } from './flowOf.ts'
import './FlowLine.css'

interface FlowLineProps {
  stations: readonly Station[]
  /** Of the delivery on the line; null while there is none. */
  verdict: Verdict | null
  /** The verdict has come true this moment: the seal closes. */
  fresh?: boolean
  /** In one line of a bar, instead of large. */
  small?: boolean
}

/** One delivery on its way: sender, seal, follow-up, object. Drawn as one line, lit as far as it came. */
export function FlowLine({ stations, verdict, fresh = false, small = false }: FlowLineProps) {
  return (
    <ol className={small ? 'flow flow-small' : 'flow'} aria-label={flowWords.line}>
      {stations.map(({ id, state, text, current }) => (
        <li key={id} className="flow-station" data-state={state} aria-current={current ? 'step' : undefined}>
          <span className="flow-glyph" aria-hidden="true">
            {id === 'seal' ? <SealGlyph verdict={verdict} fresh={fresh} size={small ? 22 : 88} /> : glyphs[id]}
          </span>
          <span className="flow-name">{flowWords[id]}</span>
          <span className="flow-text">{text}</span>
        </li>
      ))}
    </ol>
  )
}

function SealGlyph({ verdict, fresh, size }: { verdict: Verdict | null; fresh: boolean; size: number }) {
  return verdict === null ? (
    <Seal verdict="no-secret" size={size} />
  ) : (
    <Seal verdict={verdict} size={size} fresh={fresh} />
  )
}

const glyphs: Record<Exclude<Station['id'], 'seal'>, ReactNode> = {
  sender: <Send />,
  followUp: <CornerDownRight />,
  object: <Box />,
}
