import { type Operation, operations } from "@souk/contract";
import { type Database, type Difference, verifyStore } from "@souk/database";
import { createPracticeShop, type PracticeShop, practiceCall } from "../../../../demo/practice-shop.ts";
import { createFactRegistry } from "../../../../events/facts.ts";
import { isJsonText } from "../../../../routing/answer.ts";
import { registerCustomerTopics } from "../../topics.ts";
import { balanceRoutes } from "../routes.ts";

/** One line of a customer's ledger, in the parts that are looked at. */
export interface BalanceLine {
  id: number;
  customer_id: number;
  change: string | number;
  resulting_credit?: string;
  resulting_point?: number;
  description: string;
  actor: { kind: string; id: string };
  created_at: string;
}

/** A shop in which balances of customers change, without HTTP. */
export interface BalanceDesk {
  shop: PracticeShop;
  newCustomer(): Promise<number>;
  /** @throws Refusal */
  adjustCredit(customer: number, adjustment_amount: string | number, description?: string): Promise<string>;
  /** @throws Refusal */
  setCredit(customer: number, amount: string | number): Promise<string>;
  /** @throws Refusal */
  adjustPoint(customer: number, value: number): Promise<number>;
  /** @throws Refusal */
  setPoint(customer: number, value: number): Promise<number>;
  /** The lines of both ledgers, each in order. @throws Refusal */
  lines(kind: "credits" | "points", customer: number, query?: string): Promise<BalanceLine[]>;
  /** How many customer/update of a customer lie in the inbox. */
  told(customer: number): Promise<number>;
  /** What does not add up. */
  differences(): Promise<Difference[]>;
}

/** Opens a desk on a database whose shop is in ringgit unless another currency is given. */
export async function balanceDesk(
  database: Database,
  { handle = "balances", currency = "MYR" } = {},
): Promise<BalanceDesk> {
  const facts = createFactRegistry();
  registerCustomerTopics(facts);
  const routes = balanceRoutes(facts);
  const shop = await createPracticeShop(database, { handle, currency });
  async function perform<T>(operation: Operation, customer_id: number, sent: object): Promise<T> {
    const route = routes.find((one) => one.operation.id === operation.id);
    if (!route) throw new Error(`No route serves ${operation.id}.`);
    const call = practiceCall(operation, shop.store, { params: { customer_id }, ...sent });
    const answer = await route.handle(database, call);
    return (isJsonText(answer) ? JSON.parse(answer.text) : answer) as T;
  }
  const credit = async (operation: Operation, customer: number, body: object): Promise<string> =>
    (await perform<{ credit: { total_credit: string } }>(operation, customer, { body })).credit.total_credit;
  const point = async (operation: Operation, customer: number, body: object): Promise<number> =>
    (await perform<{ point: { total_point: number } }>(operation, customer, { body })).point.total_point;
  return {
    shop,
    async newCustomer() {
      const text = "insert into customers (store_id, first_name) values ($1, 'Aisyah') returning id";
      return (await database.query<{ id: number }>(text, [shop.store.id])).rows[0]?.id ?? 0;
    },
    adjustCredit: (customer, adjustment_amount, description) =>
      credit(operations.adjustCredit, customer, { adjustment_amount, ...(description && { description }) }),
    setCredit: (customer, amount) => credit(operations.setCredit, customer, { amount }),
    adjustPoint: (customer, value) => point(operations.adjustPoint, customer, { value }),
    setPoint: (customer, value) => point(operations.setPoint, customer, { value }),
    async lines(kind, customer, query = "limit=250") {
      const operation = kind === "credits" ? operations.listCredits : operations.listPoints;
      return (await perform<Record<typeof kind, BalanceLine[]>>(operation, customer, { query }))[kind];
    },
    async told(customer) {
      const text = `
        select count(*) as n from event_inbox where store_id = $1 and topic = 'customer/update' and resource_id = $2`;
      return (await database.query<{ n: number }>(text, [shop.store.id, customer])).rows[0]?.n ?? -1;
    },
    async differences() {
      const found: Difference[] = [];
      for await (const difference of verifyStore(database, shop.store.id)) found.push(difference);
      return found;
    },
  };
}
