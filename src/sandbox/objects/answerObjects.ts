import type { Call, Reply } from '../http/call.ts'
import { ApiProblem, wrongMethod } from '../http/problem.ts'
import { readJson } from '../http/readJson.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import type { Objects, Written } from './openObjects.ts'

const defaultPageSize = 20
const largestPage = 100

function readNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name)
  if (text === null) {
    return fallback
  }
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) {
    throw new ApiProblem(400, `The list cannot be shown: ${name} is not valid.`, {
      [name]: [`Give a whole number from 1 to ${max}.`],
    })
  }
  return value
}

/** One page of a collection, newest first: `{data, meta: {pageCount, resourceCount}}`. */
function listPage(call: Call, kind: ObjectKind, objects: Objects): Reply {
  const page = readNumber(call.query, 'page', 1, 999_999_999)
  const pageSize = readNumber(call.query, 'pageSize', defaultPageSize, largestPage)
  const all = objects.list(kind)
  const data = all.slice((page - 1) * pageSize, page * pageSize).map(({ fields }) => fields)
  const meta = { pageCount: Math.ceil(all.length / pageSize), resourceCount: all.length }
  return { status: 200, json: { data, meta } }
}

function writtenReply(written: Written, status: number, kind: ObjectKind): Reply {
  if (!written.ok) {
    throw new ApiProblem(400, `The ${kind.resourceType} was not saved: a field is not valid.`, written.errors)
  }
  const location = status === 201 ? { location: `${kind.collection}/${written.object.id}` } : {}
  return { status, headers: location, json: written.object.fields }
}

function answerItem(call: Call, kind: ObjectKind, objects: Objects, id: string): Reply {
  const unknown = (): ApiProblem =>
    new ApiProblem(
      404,
      `There is no ${kind.resourceType} with the id "${id.slice(0, 60)}". List them at ${kind.collection}.`,
    )
  const found = call.method === 'GET' ? objects.ask(kind, id) : objects.find(kind, id)
  if (found === null) {
    throw unknown()
  }
  if (call.method === 'GET') {
    return { status: 200, json: found.fields }
  }
  if (call.method !== 'PATCH') {
    throw wrongMethod(call.method, 'GET, PATCH')
  }
  const written = objects.update(kind, id, readJson(call))
  if (written === null) {
    throw unknown()
  }
  return writtenReply(written, 200, kind)
}

/** Answers calls to the collections of the ten types; null when the path belongs to none. */
export function answerObjects(call: Call, objects: Objects, kinds: readonly ObjectKind[]): Reply | null {
  for (const kind of kinds) {
    if (call.path === kind.collection) {
      if (call.method === 'GET') {
        return listPage(call, kind, objects)
      }
      if (call.method === 'POST') {
        return writtenReply(objects.create(kind, readJson(call)), 201, kind)
      }
      throw wrongMethod(call.method, 'GET, POST')
    }
    const id = call.path.startsWith(`${kind.collection}/`) ? call.path.slice(kind.collection.length + 1) : ''
    if (id !== '' && !id.includes('/')) {
      return answerItem(call, kind, objects, id)
    }
  }
  return null
}
