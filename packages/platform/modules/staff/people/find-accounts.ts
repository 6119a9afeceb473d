import { type OperationResponse, type operations, type QueryValues, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";

type Accounts = OperationResponse<typeof operations.listStaffAccounts>;
type Account = Accounts["accounts"][number];

/** A selected account, with how many stores and partners it is a member of. */
export interface AccountRow extends Omit<Account, "created_at"> {
  created_at: Date;
}

/** The columns of `AccountRow`. The table `accounts` has the alias `record`. */
export const accountColumns = `record.id, record.email, record.name, record.is_staff, record.created_at,
  (select count(*) from memberships member where member.account_id = record.id) as store_count,
  (select count(*) from partner_members member where member.account_id = record.id) as partner_count`;

/** The minimum number of letters and digits in a query. */
const minCharacters = 2;
/** The maximum number of matches that are sorted, so that a search for a common word stays fast. */
const maxMatches = 1_000;

// The condition has the same expression as the index accounts_search, so that the index is used. The expression also splits email
// addresses into words, such as mei, kedai and com.
const searchText = `
  with matching as materialized (
    select account.id from accounts account
    where array_to_tsvector(string_to_array(souk_search_words(account.name || ' ' || account.email), ' ')) @@ (
      select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
      from unnest(string_to_array(souk_search_words($1), ' ')) as word)
    limit ${maxMatches})
  select ${accountColumns} from accounts record
  where record.id in (
    select account.id from matching join accounts account using (id)
    order by lower(account.email) = lower($1) desc, lower(account.name), account.id limit $2)
  order by lower(record.email) = lower($1) desc, lower(record.name), record.id`;

/**
 * Find accounts by the beginnings of words of their name and email address.
 * @throws ApiError `invalid` for `query` if it has fewer than 2 letters or digits
 */
export async function findAccounts(
  db: Queryable,
  { query = "", limit }: QueryValues<(typeof operations.listStaffAccounts)["query"]>,
): Promise<Accounts> {
  const text = query.trim();
  if (text === "") throwFieldError("query", "required");
  if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < minCharacters)
    throwFieldError("query", "too_short", { min: minCharacters, unit: "characters" });
  const rows = await db.many<AccountRow>(searchText, [text, limit + 1]);
  return { accounts: rows.slice(0, limit).map(toAccount), has_more: rows.length > limit };
}

/** Convert a row to the account in a response. */
export function toAccount(row: AccountRow): Account {
  const { id, email, name, is_staff, store_count, partner_count, created_at } = row;
  return { id, email, name, is_staff, store_count, partner_count, created_at: created_at.toISOString() };
}
