import type { TestPlatform } from "../test-platform.ts";
import { type Person, signUp } from "./sign-up.ts";

/** Signs up somebody of the platform's staff, a member of no shop. */
export async function signUpStaff(testing: TestPlatform): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query("update accounts set is_staff = true where email = $1", [person.email]);
  return person;
}
