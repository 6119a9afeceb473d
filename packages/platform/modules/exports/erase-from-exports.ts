import { laterThan, type Transaction } from "@souk/database";
import { releaseFiles } from "../../storage/index.ts";
import { type ExportsWiring, exportTask } from "./exports-wiring.ts";

/** A customer who is erased, as long as it is known who they are. */
export interface NamedCustomer {
  store_id: number;
  /** Names, e-mail address, phone and code in small letters, with blanks between. */
  told: string;
  email: string;
  /** E.164, or empty. */
  phone: string;
}

/** The placeholders of a customer: what they are told by, e-mail address and phone. */
interface NamedAt {
  told: string;
  email: string;
  phone: string;
}

// In any spelling: the digits without the zeros that stand before a number within its country.
const digitsOf = (text: string) => `ltrim(regexp_replace(${text}, '\\D', '', 'g'), '0')`;

/** Whether a filter `f` says who somebody is: each of its words is theirs, or their address or number stands in it. */
function names({ told, email, phone }: NamedAt): string {
  return `(f.key in ('email', 'phone', 'code', 'query') and f.value ~ '\\S' and (
    not exists (
      select from regexp_split_to_table(lower(trim(f.value)), '\\s+') word where position(word in ${told}::text) = 0)
    or ${email}::text <> '' and position(lower(${email}) in lower(f.value)) > 0
    or length(${digitsOf("f.value")}) >= 5 and position(${digitsOf("f.value")} in ${phone}::text) > 0))`;
}

/** Whether filters name a customer, as SQL of their JSON. */
export function filtersName(filters: string, at: NamedAt): string {
  return `exists (select from jsonb_each_text(${filters}) f where ${names(at)})`;
}

/** The filters without what names a customer, as SQL. */
export function filtersWithout(filters: string, at: NamedAt): string {
  return `(select coalesce(jsonb_object_agg(f.key, case when ${names(at)} then '(erased)' else f.value end), '{}')
    from jsonb_each_text(${filters}) f)`;
}

const at: NamedAt = { told: "$2", email: "$3", phone: "$4" };
const ofCustomers = "r.store_id = $1 and r.resource = 'customers'";

const unfinishedText = `
  select id, ${filtersName("r.filters", at)} as is_named from exports r
  where ${ofCustomers} and r.status in ('queued', 'running') order by id`;

const writtenText = `
  select path from exports r where ${ofCustomers} and r.path is not null`;

const eraseText = `
  update exports r set path = null, filters = ${filtersWithout("r.filters", at)}, updated_at = ${laterThan("r.updated_at")},
    expires_at = case when r.status = 'done' then least(r.expires_at, $5) else r.expires_at end,
    status = case when r.id = any($6::bigint[]) then 'failed' else r.status end,
    error = case when r.id = any($6::bigint[]) then 'It was asked for a customer who has been erased since.' else r.error end
  where ${ofCustomers} and (r.path is not null or ${filtersName("r.filters", at)})`;

/**
 * Takes a customer out of the exports of a store, in the transaction that erases them: files with customers are taken away,
 * those that are being written are written anew from its beginning, and filters that say who it was say so no more.
 */
export async function eraseFromExports(
  tx: Transaction,
  { store_id, told, email, phone }: NamedCustomer,
  { jobs, clock }: Pick<ExportsWiring, "jobs" | "clock">,
): Promise<void> {
  const named = [store_id, told, email, phone];
  const unfinished = await tx.query<{ id: number; is_named: boolean }>(unfinishedText, named);
  for (const { id, is_named } of unfinished.rows) {
    const job = { store_id, task: exportTask, record_id: id };
    // A run of it ends at its next step, and its file is no export's.
    await jobs.cancel(tx, job);
    if (!is_named) await jobs.plan(tx, job);
  }
  // Read behind that: one that came to its end meanwhile has a file too.
  const written = await tx.query<{ path: string }>(writtenText, [store_id]);
  await releaseFiles(tx, store_id, { paths: written.rows.map(({ path }) => path) });
  const pointless = unfinished.rows.filter(({ is_named }) => is_named).map(({ id }) => id);
  await tx.query(eraseText, [...named, new Date(clock.now()), pointless]);
}
