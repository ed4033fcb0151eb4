/** The methods to choose from. */
export const methods: readonly string[] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
