import open from 'open'

/**
 * Opens an address in the person's browser, where there is one. It stands in the browser's command line for every user of
 * the machine to read, so it must be one that is good only once.
 */
export async function openBrowser(address: string): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  // Without a display the system would start a browser for the terminal, in the middle of our own output.
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return
  try {
    const child = await open(address)
    child.on('error', () => undefined)
  } catch {
    // A machine without a browser is no reason to fail: the address is printed.
  }
}
