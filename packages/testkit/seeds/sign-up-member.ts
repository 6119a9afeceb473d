import type { TestPlatform } from "../test-platform.ts";
import { type Person, signUp } from "./sign-up.ts";

/** Sign up a person, and make them a member of a store with the role "staff" and these scopes. */
export async function signUpMember(
  testing: TestPlatform,
  store: { id: number },
  scopes: string[],
): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query(
    `insert into memberships (store_id, account_id, role, scopes)
     select $1, id, 'staff', $3 from accounts where email = $2`,
    [store.id, person.email, scopes],
  );
  return person;
}
