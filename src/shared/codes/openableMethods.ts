/** Methods other than POST that an environment's receiver path can accept. */
export const openableMethods = ['GET', 'PUT', 'HEAD', 'OPTIONS'] as const
