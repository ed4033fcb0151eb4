/**
 * The pages before our own can be shown: the app is starting, or cannot go on, and why. Plain HTML without script, so that
 * they work when everything else fails.
 */

const startingPath = '/starting'
const failedPath = '/failed'
const stylePath = '/start.css'

/** @param origin of our pages, such as "app://hookscope" */
export function startingAddress(origin: string): string {
  return origin + startingPath
}

/** The page that shows a failure. The sentence travels in the address and is shown as text. */
export function failedAddress(origin: string, title: string, sentence: string): string {
  return `${origin}${failedPath}?${new URLSearchParams({ title, sentence }).toString()}`
}

/** Whether this is the address of a start page. */
export function isStartPage(address: string): boolean {
  return URL.canParse(address) && [startingPath, failedPath].includes(new URL(address).pathname)
}

export interface StartPage {
  type: string
  text: string
}

/** The page at this address, or null when it is none of these. */
export function startPageAt({ pathname, searchParams }: URL): StartPage | null {
  switch (pathname) {
    case startingPath:
      return html('Hookscope', '<p class="starting" role="status">Starting…</p>')
    case failedPath: {
      const title = escaped(searchParams.get('title') ?? '')
      return html(title, `<h1>${title}</h1>\n<p>${escaped(searchParams.get('sentence') ?? '')}</p>`)
    }
    case stylePath:
      return { type: 'text/css; charset=utf-8', text: style }
    default:
      return null
  }
}

function html(title: string, body: string): StartPage {
  return {
    type: 'text/html; charset=utf-8',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body><main>
${body}
</main></body>
</html>
`,
  }
}

/** Background colours of the page's own themes (src/renderer/ui/styles/tokens.css): the window has them too, so nothing flashes. */
export const backgrounds = { light: '#f6f5f1', dark: '#141518' } as const

const style = `:root { color-scheme: light dark; background: light-dark(${backgrounds.light}, ${backgrounds.dark}); color: light-dark(#1c1d20, #e9e7e2); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60ch; padding: 24px; overflow-wrap: anywhere; user-select: text; }
p { margin: 8px 0 0; white-space: pre-line; }
h1 { margin: 0; font-size: 20px; }
.starting { animation: show 0s 300ms both; }
@keyframes show { from { visibility: hidden; } }
@media (forced-colors: active) { :root { background: Canvas; color: CanvasText; } }
`

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
