import type { Reply } from '../http/call.ts'
import { ApiProblem } from '../http/problem.ts'
import type { World } from '../world/createWorld.ts'
import type { Fields } from '../state/state.ts'

const address = /^[^\s@"<>]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+$/
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Creates a read only API user: exactly the fields of section 2.1, with the one look at the generated password. */
export function createReadonlyUser(world: World, body: Fields): Reply {
  const { state, random } = world
  const email = body['email']
  if (typeof email !== 'string' || email.length > 254 || !address.test(email)) {
    const said = email === undefined ? 'The field is required.' : 'Give an e-mail address, such as reader@example.com.'
    throw new ApiProblem(400, 'The read only user was not created: the email is missing or not valid.', {
      email: [said],
    })
  }
  if (state.users.some((user) => user.email.toLowerCase() === email.toLowerCase())) {
    throw new ApiProblem(409, 'A user with this email already exists. Use another email.', {
      email: ['The email must be unique.'],
    })
  }
  const id = random.uuid()
  const readonlyPassword = Array.from({ length: 4 }, () => random.text(5, passwordAlphabet)).join('-')
  state.users.push({ id, email, role: 'readonly' })
  state.secrets.passwords[id] = readonlyPassword
  const { organization } = state
  return {
    status: 201,
    json: {
      id: organization.id,
      name: organization.name,
      phone: organization.phone,
      email: organization.email,
      readonlyEmail: email,
      readonlyPassword,
    },
  }
}
