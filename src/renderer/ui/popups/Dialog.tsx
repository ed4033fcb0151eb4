import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from '../basics/Button.tsx'
import { ErrorNote } from '../notes/Notes.tsx'
import { TextField } from '../fields/Field.tsx'
import { Form } from '../fields/Form.tsx'
import { uiWords } from '../words.ts'
import styles from './Popups.module.css'

interface DialogProps {
  title: string
  open: boolean
  /** Asked for by Esc or the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the one that does it last. Absent where they are in the content. */
  actions?: ReactNode
  /** Nearly as large as the window, for content with sides of its own; else as large as its content. */
  isWide?: boolean
  /** Content to read: a click outside of the dialog closes it, because no typed text is lost. */
  isReference?: boolean
  /** It interrupts to ask something: announced as an alert, and the focus goes to the button that changes nothing. */
  isQuestion?: boolean
}

/** A dialog over the page with a title and a cross. Its own questions (`useAsk`) open over it. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  actions,
  isWide = false,
  isReference = false,
  isQuestion = false,
}: DialogProps) {
  const contentId = useId()
  const content = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const findFirst = () => firstField(content.current) ?? (isQuestion ? firstButton(buttons.current) : null)
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      isQuestion={isQuestion}
      closesOutside={isReference}
      className={`${styles.dialog} ${isWide ? styles.wide : ''} ${isReference ? styles.reference : ''}`}
      aria-describedby={isQuestion ? contentId : undefined}
      initialFocus={() => findFirst() ?? true}
    >
      <header className={styles.head}>
        <Base.Title>{title}</Base.Title>
        <IconButton label={uiWords.close} icon={<X />} onClick={onClose} />
      </header>
      <div ref={content} id={contentId} className={styles.content}>
        <AskProvider>{children}</AskProvider>
      </div>
      {actions !== undefined && (
        <div ref={buttons} className={styles.actions}>
          {actions}
        </div>
      )}
      <FocusOnOpen find={findFirst} />
    </DialogFrame>
  )
}

/**
 * Moves the focus into a dialog as it appears. The library waits for a frame, and a key typed before it would be a shortcut
 * of the page behind the dialog.
 */
function FocusOnOpen({ find }: { find: () => HTMLElement | null }) {
  const first = useRef(find)
  useLayoutEffect(() => first.current()?.focus(), [])
  return null
}

/** The field to fill in first: the one that is marked, else the first. */
function firstField(content: Element | null): HTMLElement | null {
  const named = content?.querySelector<HTMLElement>('[data-first-field]')
  if (named != null) return named
  const fields = ':is(input:not([readonly], [aria-hidden="true"]), [role="combobox"], textarea):enabled'
  return content?.querySelector(fields) ?? null
}

function firstButton(buttons: Element | null): HTMLElement | null {
  return buttons?.querySelector('button') ?? null
}

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

interface Asked {
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

/** Gives what is below a place for its questions. */
export function AskProvider({ children }: { children: ReactNode }) {
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
      {asked !== null && <QuestionDialog key={asked.id} asked={asked} open={isOpen} onAnswer={answer} />}
    </AskContext>
  )
}

interface QuestionDialogProps {
  asked: Asked
  open: boolean
  onAnswer: (text: string | null) => void
}

function QuestionDialog({ asked: { question, run }, open, onAnswer }: QuestionDialogProps) {
  const { title, text, yes, no, isDanger = false, label, initial = '', missing } = question
  const formId = useId()
  const [typed, setTyped] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const given = typed.trim()
  const isMissing = missing !== undefined && given === ''
  const doIt = async () => {
    if (isMissing || busy) return
    setBusy(true)
    const refused = await run(given)
    setBusy(false)
    if (refused === null) onAnswer(given)
    else setRefusal(refused)
  }
  return (
    <Dialog
      title={title}
      open={open}
      isQuestion={label === undefined}
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button onClick={() => onAnswer(null)}>{no}</Button>
          <Button type="submit" form={formId} look={isDanger ? 'danger' : 'primary'} busy={busy} disabled={isMissing}>
            {yes}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={styles.ask}
        onSubmit={() => {
          void doIt()
        }}
      >
        {label !== undefined && (
          <TextField
            label={label}
            hint={question.hint}
            placeholder={question.placeholder}
            maxLength={question.maxLength}
            value={typed}
            problem={isMissing ? missing : refusal}
            onChange={(value) => {
              setRefusal(null)
              setTyped(value)
            }}
          />
        )}
        {text}
        {label === undefined && refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
      </Form>
    </Dialog>
  )
}

interface DialogFrameProps extends Omit<ComponentProps<typeof Base.Popup>, 'className' | 'finalFocus'> {
  open: boolean
  /** Called by Esc or, where allowed, a click outside. */
  onClose: () => void
  /** Announced as an alert. */
  isQuestion?: boolean
  /** A click outside closes it, too; not for forms, where typed text would be lost. */
  closesOutside?: boolean
  /** Nothing darkens the page behind it. */
  isClear?: boolean
  className: string
}

/**
 * The one dialog of the page, without content: the focus stays inside, Esc closes the innermost, and closing it gives the
 * focus back in the same commit, so that an action may move the focus on from there.
 */
export function DialogFrame({
  open,
  onClose,
  isQuestion = false,
  closesOutside = false,
  isClear = false,
  ...popup
}: DialogFrameProps) {
  useReturnFocus(open)
  const Root = isQuestion ? AlertDialog.Root : Base.Root
  return (
    <Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && (closesOutside || reason !== 'outside-press')) onClose()
      }}
    >
      <Base.Portal>
        {!isClear && <Base.Backdrop className={styles.backdrop} />}
        <Base.Popup {...popup} finalFocus={false} />
      </Base.Portal>
    </Root>
  )
}

/** Gives the focus back to the element that had it before `open`, also where an open dialog is taken away. */
function useReturnFocus(open: boolean): void {
  const [before, setBefore] = useState<{ open: boolean; origin: Element | null }>({ open: false, origin: null })
  if (before.open !== open) setBefore({ open, origin: open ? document.activeElement : before.origin })
  const latest = useRef(before)
  useLayoutEffect(() => {
    latest.current = before
    // Only now: before, the dialog would take the focus back.
    if (!before.open && before.origin instanceof HTMLElement) before.origin.focus({ preventScroll: true })
  }, [before])
  useEffect(
    () => () => {
      const { open, origin } = latest.current
      if (open && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
    },
    [],
  )
}
