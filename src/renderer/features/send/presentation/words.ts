/** Texts of presenting that every screen has. */
export const presentingWords = {
  startHere: 'Present this screen',
  end: 'End the presentation',
  bar: 'Presenter',
  firstRun: 'One webhook, checked and followed',
  also: 'presenter stage slides talk large type privacy mask',
} as const
