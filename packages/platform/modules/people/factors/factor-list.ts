import type { Queryable } from "@souk/database";
import type { Audience } from "../session-rules.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";

/** A passkey as its owner sees it. */
interface ListedPasskey {
  id: number;
  name: string;
  audience: Audience;
  created_at: Date;
  used_at: Date | null;
}

/** The factors with which an account's owner signs in, besides the password. */
export interface Factors {
  /** When the authenticator app was added; null if there is none. */
  authenticatorAddedAt: Date | null;
  passkeys: readonly ListedPasskey[];
  recoveryCodeCount: number;
}

/** List the factors of an account, passkeys in the order in which they were added. */
export async function listFactors(db: Queryable, accountId: number): Promise<Factors> {
  const authenticatorApp = await db.maybeOne<{ confirmed_at: Date }>(
    "select confirmed_at from authenticator_apps where account_id = $1 and confirmed_at is not null",
    [accountId],
  );
  const passkeys = await db.many<ListedPasskey>(
    "select id, name, audience, created_at, used_at from passkeys where account_id = $1 order by id",
    [accountId],
  );
  return {
    authenticatorAddedAt: authenticatorApp?.confirmed_at ?? null,
    passkeys,
    recoveryCodeCount: await countRecoveryCodes(db, accountId),
  };
}

/** Return whether an account has a confirmed authenticator app or a passkey. If so, a password alone is not enough to sign in. */
export async function hasFactor(db: Queryable, accountId: number): Promise<boolean> {
  const text = `select exists (select from authenticator_apps where account_id = $1 and confirmed_at is not null)
    or exists (select from passkeys where account_id = $1) as has_factor`;
  return (await db.one<{ has_factor: boolean }>(text, [accountId])).has_factor;
}

/** Lock an account until the transaction ends, so that its factors change one after the other. */
export async function lockAccount(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("select from accounts where id = $1 for no key update", [accountId]);
}
