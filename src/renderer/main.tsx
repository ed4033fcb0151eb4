import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { StartProblem } from './frame/StartProblem.tsx'
import { startApp } from './state/startApp.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { applyTheme, storedTheme } from './ui/theme.ts'
import { connect } from './wire/connect.ts'

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
const root = createRoot(place)

applyTheme(storedTheme())
connect(window).then(
  (wire) => {
    const app = startApp(wire, window)
    root.render(
      <StrictMode>
        <App app={app} />
      </StrictMode>,
    )
    // A page opened again with a fresh key takes it by starting anew.
    window.addEventListener('hashchange', () => {
      if (window.location.hash.startsWith('#token=')) window.location.reload()
    })
  },
  (error: unknown) =>
    root.render(<StartProblem message={error instanceof Error ? error.message : 'The page could not start.'} />),
)
