/**
 * Ids of parts of screens that keys and commands lead to. They are here and not next to the parts, because those are loaded
 * when they are first shown, and the keys are there from the start.
 */
export const paneId = 'delivery-pane'
export const objectFilterId = 'object-filter'
