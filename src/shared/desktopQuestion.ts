/**
 * The event by which a page asks whether it runs in the desktop shell. The preload script cancels it. An event crosses
 * between the two isolated worlds of a window at once, without anything being exposed to the page.
 */
export const desktopQuestion = 'hookscope:is-desktop'
