import type { TestPlatform } from "../test-platform.ts";
import { type Person, signUp } from "./sign-up.ts";

/** Signs up somebody who works in a shop and may do there what the scopes say: the role "staff". */
export async function signUpMember(
  testing: TestPlatform,
  shop: { id: number },
  scopes: string[],
): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query(
    `insert into memberships (store_id, account_id, role, scopes)
     select $1, id, 'staff', $3 from accounts where email = $2`,
    [shop.id, person.email, scopes],
  );
  return person;
}
