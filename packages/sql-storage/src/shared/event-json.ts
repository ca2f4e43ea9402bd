import { firstName, hasNames } from "@outlay/domain/ports"
import { shapes, words } from "./event-shapes.ts"

/** Texts that an event often contains: its time, and the key of its record. */
export interface CommonTexts {
  readonly created: string
  readonly record: string
}

/**
 * JSON as events store it. The result is also JSON, without what other columns or this program
 * know:
 *
 * | Value | Stored as |
 * |---|---|
 * | an object whose names are the nth shape | `[n, …values]` |
 * | any other object | itself, its values packed |
 * | a list | `[0, …items]` |
 * | the nth word | `[-n]` |
 * | the time of the event | `[]` |
 * | the key of its record | `[true]` |
 * | any other text, a number, a boolean, null | itself |
 */
export const packed = (value: object, texts: CommonTexts): string =>
  isEmpty(value) ? "{}" : JSON.stringify(pack(value, texts))

const isEmpty = (value: object): boolean => {
  for (const _ in value) return false
  return true
}

/** Returns the exact JSON that was packed. Text not written by `packed` is returned unchanged. */
export const unpacked = (stored: string, texts: CommonTexts): string => {
  try {
    return JSON.stringify(unpack(JSON.parse(stored), texts))
  } catch {
    return stored
  }
}

const numbersOf = (texts: ReadonlyArray<string>): ReadonlyMap<string, number> =>
  new Map(texts.map((text, n) => [text, n + 1]))

const wordNumbers = numbersOf(words)
const longestWord = Math.max(...words.map((word) => word.length))
const namesOf = shapes.map((shape) => shape.split(" "))

interface Shape {
  readonly number: number
  readonly names: ReadonlyArray<string>
}

/** Shapes by their first name: comparing the other names finds the right one quickly. */
const shapesOf = new Map<string | undefined, Array<Shape>>()
for (const [n, names] of namesOf.entries()) {
  const sameFirstName = shapesOf.get(names[0]) ?? []
  sameFirstName.push({ number: n + 1, names })
  shapesOf.set(names[0], sameFirstName)
}

const shapeOf = (value: object): Shape | undefined => {
  for (const shape of shapesOf.get(firstName(value)) ?? none) {
    if (hasNames(value, shape.names)) return shape
  }
  return undefined
}
const none: ReadonlyArray<Shape> = []

const pack = (value: unknown, texts: CommonTexts): unknown => {
  if (typeof value === "string") return packText(value, texts)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    const list = new Array<unknown>(value.length + 1)
    list[0] = 0
    for (let n = 0; n < value.length; n++) list[n + 1] = pack(value[n], texts)
    return list
  }
  const shape = shapeOf(value)
  if (shape === undefined) {
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, pack(of, texts)]))
  }
  const { number, names } = shape
  const values = new Array<unknown>(names.length + 1)
  values[0] = number
  for (let n = 0; n < names.length; n++) {
    values[n + 1] = pack((value as Json)[names[n] as string], texts)
  }
  return values
}

interface Json {
  readonly [name: string]: unknown
}

const packText = (text: string, { created, record }: CommonTexts): unknown => {
  if (text === created) return []
  if (text === record) return [true]
  const word = text.length > longestWord ? undefined : wordNumbers.get(text)
  return word === undefined ? text : [-word]
}

const unpack = (stored: unknown, texts: CommonTexts): unknown => {
  if (typeof stored !== "object" || stored === null) return stored
  if (!Array.isArray(stored)) {
    return Object.fromEntries(Object.entries(stored).map(([name, of]) => [name, unpack(of, texts)]))
  }
  const [first] = stored
  if (first === undefined) return texts.created
  if (first === true) return texts.record
  if (first === 0) return stored.slice(1).map((item) => unpack(item, texts))
  return first < 0 ? known(words[-first - 1]) : unpackShape(stored, texts)
}

const unpackShape = (stored: ReadonlyArray<unknown>, texts: CommonTexts): unknown => {
  const names = known(namesOf[(stored[0] as number) - 1])
  if (names.length !== stored.length - 1) throw new Error("There are not as many values as names")
  const record: { [name: string]: unknown } = {}
  for (let n = 0; n < names.length; n++) record[names[n] as string] = unpack(stored[n + 1], texts)
  return record
}

const known = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error("There is no such number")
  return value
}
