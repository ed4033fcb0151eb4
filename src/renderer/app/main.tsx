import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { CrashGuard, StartProblem } from './frame/Banners.tsx'
import { startPresenting } from '../features/send/presentation/presenting.tsx'
import '../ui/styles/base.css'
import '../ui/styles/tokens.css'
import { Loading } from '../ui/notes/Notes.tsx'
import { followAppearance } from '../ui/styles/appearance.ts'
import { connect } from '../data/wire/wire.ts'
import { CannotStart, givenIn, takeGiven } from '../data/wire/session.ts'
import { frameWords } from './frame/words.ts'
import { wireWords } from '../data/wire/words.ts'

// First of all, so that nothing that is shown or run sees it.
const given = takeGiven(window)

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
const root = createRoot(place)

followAppearance()
// A page opened again with another code takes it by a reload; so does one that had none.
window.addEventListener('hashchange', () => {
  if (givenIn(window.location.hash) !== null) window.location.reload()
})
const waiting = () => root.render(<StartProblem title={frameWords.waits} message={wireWords.waitsForCodes} />)
connect(window, given, waiting).then(
  (wire) => {
    startPresenting(wire, window, {
      show: (app, key) =>
        root.render(
          <StrictMode key={key}>
            <CrashGuard>
              <App app={app} />
            </CrashGuard>
          </StrictMode>,
        ),
      wait: () => root.render(<Loading what={frameWords.masks} />),
      fail: () => root.render(<StartProblem title={frameWords.cannotMask} message={frameWords.cannotMaskMore} />),
    })
  },
  (error: unknown) =>
    root.render(
      <StartProblem
        message={error instanceof Error ? error.message : frameWords.couldNotStart}
        {...(error instanceof CannotStart ? { steps: error.steps } : {})}
      />,
    ),
)
