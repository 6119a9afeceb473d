import { currencyExponent, type operations, type QueryOf, refuse } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { actorJson } from "../../../actor-json.ts";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import type { ListQuery } from "../../../listing/list-source.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import { type JsonText, jsonText } from "../../../routing/answer.ts";
import type { Store } from "../../../routing/call.ts";
import type { BalanceKind } from "./balance-kind.ts";

type Filters = QueryOf<(typeof operations.countCredits)["query"]>;

/** A question about the ledger of one customer's balance. */
export interface BalanceQuestion<Q> {
  store: Store;
  params: { customer_id: number };
  query: Q;
}

const table = "balance_movements";

function conditionsOf(
  { balance }: BalanceKind,
  { store, params, query }: BalanceQuestion<Filters>,
): Conditions {
  const first = `r.store_id = $1 and r.customer_id = $2 and r.balance = '${balance}'`;
  const conditions = createConditions(first, [store.id, params.customer_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

function entryJson(kind: BalanceKind, { zone, exponent }: { zone: string; exponent: string }): string {
  const shown = (amount: string) => kind.shownInLedger(amount, exponent);
  return `row_to_json((select x from (select r.id, r.customer_id, ${shown("r.change")} as change,
    ${shown("r.resulting")} as resulting_${kind.balance}, r.description, ${actorJson("r")} as actor,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.created_at, ${zone}) as updated_at) x))::text`;
}

/** What is left, as JSON text. @throws Refusal not_found */
async function leftOver(
  run: Queryable,
  kind: BalanceKind,
  { store, params }: BalanceQuestion<Filters>,
): Promise<string> {
  const text = `
    select to_json(${kind.shown(`r.${kind.column}`, "$3")})::text as text from customers r
    where r.store_id = $1 and r.id = $2`;
  const values = [store.id, params.customer_id, ...decimalsOf(kind, store)];
  const { rows } = await run.query<{ text: string }>({ name: `${kind.balance}_left`, text }, values);
  return rows[0]?.text ?? refuse("not_found");
}

function decimalsOf({ isMoney }: BalanceKind, store: Store): number[] {
  return isMoney ? [currencyExponent(store.currency_code)] : [];
}

/** What is left of a customer's balance, with a page of its ledger of the same moment. @throws Refusal not_found */
export function listBalance(
  database: Database,
  kind: BalanceKind,
  question: BalanceQuestion<Filters & ListQuery>,
): Promise<JsonText> {
  const { store, query } = question;
  const conditions = conditionsOf(kind, question);
  const zone = conditions.bind(store.timezone);
  const exponent = kind.isMoney ? conditions.bind(currencyExponent(store.currency_code)) : "";
  const source = { plural: kind.plural, table, json: entryJson(kind, { zone, exponent }), conditions };
  return database.transaction(
    async (tx) => {
      const left = await leftOver(tx, kind, question);
      const { text } = await readList(tx, source, query);
      return jsonText(`{"${kind.column}":${left},${text.slice(1)}`);
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

/** Counts the same lines. @throws Refusal not_found */
export async function countBalance(
  run: Queryable,
  kind: BalanceKind,
  question: BalanceQuestion<Filters>,
): Promise<{ count: number }> {
  await leftOver(run, kind, question);
  return countRows(run, { plural: kind.plural, table, conditions: conditionsOf(kind, question) });
}
