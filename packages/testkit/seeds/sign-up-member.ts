import type { Right, Role } from "@souk/contract";
import type { TestPlatform } from "../test-platform.ts";
import { type Person, signUp } from "./sign-up.ts";

/**
 * Sign up a person, and make them a member of a store.
 * @param access a role, or the rights of the role `custom`
 */
export async function signUpMember(
  testPlatform: TestPlatform,
  store: { id: number },
  access: Exclude<Role, "owner" | "custom"> | readonly Right[],
): Promise<Person> {
  const person = await signUp(testPlatform, "admin");
  const [role, rights] = typeof access === "string" ? [access, []] : ["custom", access];
  await testPlatform.database.query(
    `insert into memberships (store_id, account_id, role, rights)
     select $1, id, $3, $4 from accounts where email = $2`,
    [store.id, person.email, role, rights],
  );
  return person;
}
