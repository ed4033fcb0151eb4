/** The ways to find personal data. `field` goes by the names of fields. */
export const personalDetectors = ['iban', 'card', 'email', 'phone', 'field'] as const

/** Why a value was replaced. `value`: it was replaced elsewhere in the same delivery. */
export const redactionKinds = [...personalDetectors, 'credential', 'pointer', 'value'] as const

/** Why a body could not be looked into. */
export const unreadReasons = ['encoded', 'binary', 'too-deep'] as const
