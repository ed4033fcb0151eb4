/** Colours that an environment can have, to be recognised at a glance. The page decides how they look. */
export const environmentColours = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type EnvironmentColour = (typeof environmentColours)[number]
