/** How the page looks: the settings and their choices, for the screen of settings and the palette. */
export const appearanceWords = {
  title: 'Appearance',
  lead: 'Kept on this machine.',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  contrast: { label: 'Contrast', system: 'System', more: 'High', normal: 'Normal' },
  density: { label: 'Rows', comfortable: 'Comfortable', compact: 'Compact' },
  choose: (setting: string, choice: string) => `${setting}: ${choice.toLowerCase()}`,
} as const
