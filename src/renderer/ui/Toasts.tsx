import { X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { uiWords } from '../words/ui.ts'
import './Toasts.css'

interface Toast {
  id: number
  look: 'good' | 'bad'
  text: string
}

export interface Toasts {
  /** Something went well that is not visible anyway. Goes by itself. */
  done(text: string): void
  /** Something failed away from where the person looks. Stays until closed. */
  problem(text: string): void
}

const ToastsContext = createContext<Toasts | null>(null)

/** Short notices in the corner. Prefer to tell things where they happen; this is for what has no place of its own. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext)
  if (toasts === null) throw new Error('useToasts needs ToastsProvider above it')
  return toasts
}

const goodStaysMs = 4000

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<readonly Toast[]>([])
  const nextId = useRef(1)
  const close = useCallback((id: number) => setList((now) => now.filter((toast) => toast.id !== id)), [])
  const api = useMemo<Toasts>(() => {
    const add = (look: Toast['look'], text: string) => {
      const id = nextId.current++
      setList((now) => [...now.filter((toast) => toast.text !== text), { id, look, text }].slice(-4))
      if (look === 'good') setTimeout(() => close(id), goodStaysMs)
    }
    return { done: (text) => add('good', text), problem: (text) => add('bad', text) }
  }, [close])
  return (
    <ToastsContext value={api}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {list.map((toast) => (
          <div key={toast.id} className={`toast toast-${toast.look}`}>
            <span>{toast.text}</span>
            <IconButton label={uiWords.closeNotice} icon={<X />} onClick={() => close(toast.id)} />
          </div>
        ))}
      </div>
    </ToastsContext>
  )
}
