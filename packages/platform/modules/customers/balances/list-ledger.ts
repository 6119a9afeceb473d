import { getCurrencyExponent, type operations, type QueryValues, throwApiError } from "@souk/contract";
import { type Database, defineStatement, type Queryable, type Statement } from "@souk/database";
import { buildActorJson } from "../../../infrastructure/actor-json.ts";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import type { ListQuery } from "../../../infrastructure/listing/list-source.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../../infrastructure/routing/response.ts";
import { type BalanceKind, creditKind, pointKind } from "./balance-kind.ts";

type Filters = QueryValues<(typeof operations.countCredits)["query"]>;

/** A request to list or count the ledger of one customer's balance. */
export interface LedgerCall<Q> {
  store: Store;
  params: { customer_id: number };
  query: Q;
}

const table = "balance_movements";

function buildConditions(
  { balance }: BalanceKind,
  { store, params, query }: LedgerCall<Filters>,
): Conditions {
  const ledgerCondition = `r.store_id = $1 and r.customer_id = $2 and r.balance = '${balance}'`;
  const conditions = createConditions(ledgerCondition, [store.id, params.customer_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

function buildLineJson(kind: BalanceKind, { zone, exponent }: { zone: string; exponent: string }): string {
  const buildAmountSql = (amount: string) => kind.ledgerAmountSql(amount, exponent);
  return `row_to_json((select x from (select r.id, r.customer_id, ${buildAmountSql("r.change")} as change,
    ${buildAmountSql("r.resulting")} as resulting_${kind.balance}, r.description, ${buildActorJson("r")} as actor,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.created_at, ${zone}) as updated_at) x))::text`;
}

function defineBalanceStatement({ balance, column, balanceSql }: BalanceKind): Statement {
  const text = `
    select to_json(${balanceSql(`r.${column}`, "$3")})::text as text from customers r
    where r.store_id = $1 and r.id = $2`;
  return defineStatement(`${balance}_of_customer`, text);
}

const balanceStatements = new Map(
  [creditKind, pointKind].map((kind) => [kind.balance, defineBalanceStatement(kind)]),
);

/** Load a customer's balance as JSON text. @throws ApiError `not_found` */
async function loadBalance(
  db: Queryable,
  kind: BalanceKind,
  { store, params }: LedgerCall<Filters>,
): Promise<string> {
  const values = [store.id, params.customer_id, ...getDecimals(kind, store)];
  const statement = balanceStatements.get(kind.balance) ?? defineBalanceStatement(kind);
  const row = await db.maybeOne<{ text: string }>(statement, values);
  return row?.text ?? throwApiError("not_found");
}

/** Return the placeholder values that `balanceSql` needs: the number of decimal places for money, none for points. */
function getDecimals({ isMoney }: BalanceKind, store: Store): number[] {
  return isMoney ? [getCurrencyExponent(store.currency_code)] : [];
}

/**
 * List a page of the ledger of a customer's balance, with the balance itself. Both are read from one database snapshot.
 * @throws ApiError `not_found`
 */
export function listLedger(
  database: Database,
  kind: BalanceKind,
  call: LedgerCall<Filters & ListQuery>,
): Promise<JsonText> {
  const { store, query } = call;
  const conditions = buildConditions(kind, call);
  const zone = conditions.bind(store.timezone);
  const exponent = kind.isMoney ? conditions.bind(getCurrencyExponent(store.currency_code)) : "";
  const source = { plural: kind.plural, table, json: buildLineJson(kind, { zone, exponent }), conditions };
  return database.transaction(
    async (tx) => {
      const balance = await loadBalance(tx, kind, call);
      const { text } = await readList(tx, source, query);
      return createJsonText(`{"${kind.column}":${balance},${text.slice(1)}`);
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

/** Count those lines of a balance's ledger that match the filters. @throws ApiError `not_found` */
export async function countLedgerLines(
  db: Queryable,
  kind: BalanceKind,
  call: LedgerCall<Filters>,
): Promise<{ count: number }> {
  await loadBalance(db, kind, call);
  return countRows(db, { plural: kind.plural, table, conditions: buildConditions(kind, call) });
}
