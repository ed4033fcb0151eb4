import open from 'open'

/**
 * Opens a page of this machine in the person's browser, where there is one. Its path is in the browser's command line
 * for every user of the machine to read, so nothing in it may be secret.
 * @param makeFile called only where a browser can be opened
 */
export async function openBrowser(makeFile: () => string | Promise<string>): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  // Without a display the system would start a browser for the terminal, in the middle of our own output.
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return
  try {
    const child = await open(await makeFile())
    child.on('error', () => undefined)
  } catch {
    // Without a browser the command goes on: the address is printed.
  }
}
