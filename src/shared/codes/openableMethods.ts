/** Methods that an environment's receiver path can be opened for, beside POST. */
export const openableMethods = ['GET', 'PUT', 'HEAD', 'OPTIONS'] as const
