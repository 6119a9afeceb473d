import type { Database } from "@souk/database";
import type { RandomText } from "@souk/platform";
import { createPasswords, endAllSessions } from "@souk/platform/modules/people";
import { demoAccounts, demoPassword } from "./seed-demo.ts";

interface DemoAccountRow {
  id: number;
  password_hash: string;
}

const emails = demoAccounts.map(({ email }) => email);
/** The number of random bytes in a new password. */
const passwordByteCount = 12;

/** List the demo accounts that still have the password that everybody knows. */
async function listAccountsWithKnownPassword(database: Database): Promise<DemoAccountRow[]> {
  const passwords = createPasswords();
  const rows = await database.many<DemoAccountRow>(
    "select id, password_hash from accounts where email = any($1) order by id",
    [emails],
  );
  const matches = await Promise.all(rows.map((row) => passwords.matches(demoPassword, row.password_hash)));
  return rows.filter((_, index) => matches[index]);
}

/** Return the password of the demo accounts; null if it was replaced with a random one, which is not stored. */
export async function findDemoPassword(database: Database): Promise<string | null> {
  const accounts = await listAccountsWithKnownPassword(database);
  return accounts.length > 0 ? demoPassword : null;
}

/**
 * Replace the known password of the demo accounts with a random one, and end their sessions.
 * @returns the new password; null if no account had the known one
 */
export async function replaceDemoPassword(database: Database, random: RandomText): Promise<string | null> {
  const accounts = await listAccountsWithKnownPassword(database);
  if (accounts.length === 0) return null;
  const password = random(passwordByteCount);
  const hash = await createPasswords().hash(password);
  await database.transaction(async (tx) => {
    for (const { id } of accounts) {
      await tx.query("update accounts set password_hash = $2 where id = $1", [id, hash]);
      await endAllSessions(tx, id);
    }
  });
  return password;
}
