import { Result } from "effect"
import { findPerson, type People, type Person, samePerson } from "../../core/people.ts"
import type { PersonReference } from "../../core/records/budgets.ts"
import type { UnknownReference } from "../../core/refusals.ts"
import { RepeatedPerson } from "../errors.ts"
/** Returns all people of a list. Refuses the first unknown or duplicate person. */
export const findPeople = (
  people: People,
  references: ReadonlyArray<PersonReference>,
  pointer: string,
): Result.Result<ReadonlyArray<Person>, UnknownReference | RepeatedPerson> => {
  const persons: Array<Person> = []
  for (const [index, reference] of references.entries()) {
    const person = findPerson(people, reference, `${pointer}/${index}`)
    if (Result.isFailure(person)) return Result.fail(person.failure)
    if (persons.some((_) => samePerson(_, person.success))) {
      return Result.fail(new RepeatedPerson({ pointer: `${pointer}/${index}` }))
    }
    persons.push(person.success)
  }
  return Result.succeed(persons)
}
