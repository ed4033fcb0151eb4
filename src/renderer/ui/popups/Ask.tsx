import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'

interface Question {
  title: string
  /** The consequence of a yes. */
  text?: ReactNode
  /** The buttons, as verbs. */
  yes: string
  no: string
  /** It destroys something. */
  isDanger?: boolean
}

interface Confirmation extends Question {
  /** Does it. Null: it is done; else why not, as a sentence: the question stays open with it. */
  run?: () => Promise<string | null>
}

interface Prompt extends Question {
  /** Of the field. */
  label: string
  hint?: string
  placeholder?: string
  /** The first value of the field. */
  initial: string
  /** Letters. */
  maxLength: number
  /** Shown while the field is empty; absent: it may be empty. */
  missing?: string
  /** As of a confirmation, with the text without spaces around it. */
  run: (text: string) => Promise<string | null>
}

export interface Ask {
  /** Whether the answer was yes, and what it asked for is done. */
  confirm: (question: Confirmation) => Promise<boolean>
  /** The text that was given and taken; null when there was none. */
  prompt: (question: Prompt) => Promise<string | null>
}

/** A question that waits for its answer. */
export interface Asked {
  id: number
  question: Question & Partial<Pick<Prompt, 'label' | 'hint' | 'placeholder' | 'initial' | 'maxLength' | 'missing'>>
  run: (text: string) => Promise<string | null>
  answer: (text: string | null) => void
}

const AskContext = createContext<Ask | null>(null)

/** Questions whose answer is awaited: `if (await ask.confirm({ … })) …`. One dialog each, over the one that asks. */
export function useAsk(): Ask {
  const ask = useContext(AskContext)
  if (ask === null) throw new Error('useAsk needs AskProvider above it')
  return ask
}

export interface QuestionProps {
  asked: Asked
  open: boolean
  onAnswer: (text: string | null) => void
}

/** Shows a question. Its code arrives after the first paint. */
export const QuestionContext = createContext<ComponentType<QuestionProps>>(() => null)

interface AskProviderProps {
  /** Of the context. */
  Question: ComponentType<QuestionProps>
  children: ReactNode
}

/** Gives what is below a place for its questions. */
export function AskProvider({ Question, children }: AskProviderProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const current = useRef<Asked | null>(null)
  const answer = useCallback((text: string | null) => {
    const answered = current.current
    current.current = null
    setOpen(false)
    answered?.answer(text)
  }, [])
  const ask = useMemo<Ask>(() => {
    let asking = 0
    const put = async (question: Asked['question'], run: Asked['run']) => {
      answer(null)
      return new Promise<string | null>((resolve) => {
        current.current = { id: asking++, question, run, answer: resolve }
        setAsked(current.current)
        setOpen(true)
      })
    }
    return {
      confirm: async ({ run, ...question }) => (await put(question, async () => (await run?.()) ?? null)) !== null,
      prompt: async ({ run, ...question }) => put(question, run),
    }
  }, [answer])
  return (
    <AskContext value={ask}>
      {children}
      {asked !== null && <Question key={asked.id} asked={asked} open={isOpen} onAnswer={answer} />}
    </AskContext>
  )
}
