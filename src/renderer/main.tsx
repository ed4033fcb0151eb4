import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { CrashGuard } from './frame/CrashGuard.tsx'
import { StartProblem } from './frame/StartProblem.tsx'
import { startPresenting } from './presentation/startPresenting.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { followAppearance } from './ui/appearance.ts'
import { connect } from './wire/connect.ts'
import { frameWords } from './words/frame.ts'

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
const root = createRoot(place)

followAppearance()
// A page opened again with a fresh key takes it by starting anew; so does one that had none.
window.addEventListener('hashchange', () => {
  if (window.location.hash.startsWith('#token=')) window.location.reload()
})
connect(window).then(
  (wire) => {
    startPresenting(wire, window, (app, key) =>
      root.render(
        <StrictMode key={key}>
          <CrashGuard>
            <App app={app} />
          </CrashGuard>
        </StrictMode>,
      ),
    )
  },
  (error: unknown) =>
    root.render(<StartProblem message={error instanceof Error ? error.message : frameWords.couldNotStart} />),
)
