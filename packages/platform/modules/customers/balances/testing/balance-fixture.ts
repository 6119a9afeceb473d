import { type Operation, operations } from "@souk/contract";
import { type Database, type Difference, verifyStore } from "@souk/database";
import { createPracticeStore, type PracticeStore, practiceCall } from "@souk/testkit";
import { isJsonText } from "../../../../infrastructure/routing/answer.ts";
import { balanceRoutes } from "../routes.ts";

/** A line of a customer's ledger, with the fields that tests check. */
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

/** A store in which balances of customers change, without HTTP. */
export interface BalanceFixture {
  practiceStore: PracticeStore;
  newCustomer(): Promise<number>;
  /** Adjust the store credit. @throws ApiError */
  adjustCredit(customer: number, adjustment_amount: string | number, description?: string): Promise<string>;
  /** Set the store credit. @throws ApiError */
  setCredit(customer: number, amount: string | number): Promise<string>;
  /** Adjust the points. @throws ApiError */
  adjustPoint(customer: number, value: number): Promise<number>;
  /** Set the points. @throws ApiError */
  setPoint(customer: number, value: number): Promise<number>;
  /** Load the lines of one ledger in order. @throws ApiError */
  lines(kind: "credits" | "points", customer: number, query?: string): Promise<BalanceLine[]>;
  /** Count the customer/update events of a customer in the inbox. */
  countCustomerUpdates(customer: number): Promise<number>;
  /** Find the differences that `souk verify` reports. */
  differences(): Promise<Difference[]>;
}

/** Create the fixture on a database; its store is in ringgit unless another currency is given. */
export async function createBalanceFixture(
  database: Database,
  { handle = "balances", currency = "MYR" } = {},
): Promise<BalanceFixture> {
  const routes = balanceRoutes();
  const practiceStore = await createPracticeStore(database, { handle, currency });
  async function perform<T>(operation: Operation, customer_id: number, sent: object): Promise<T> {
    const route = routes.find((candidate) => candidate.operation.id === operation.id);
    if (!route) throw new Error(`No route serves ${operation.id}.`);
    const call = practiceCall(operation, practiceStore.store, { params: { customer_id }, ...sent });
    const answer = await route.handle(database, call);
    return (isJsonText(answer) ? JSON.parse(answer.text) : answer) as T;
  }
  const credit = async (operation: Operation, customer: number, body: object): Promise<string> =>
    (await perform<{ credit: { total_credit: string } }>(operation, customer, { body })).credit.total_credit;
  const point = async (operation: Operation, customer: number, body: object): Promise<number> =>
    (await perform<{ point: { total_point: number } }>(operation, customer, { body })).point.total_point;
  return {
    practiceStore,
    async newCustomer() {
      const text = "insert into customers (store_id, first_name) values ($1, 'Aisyah') returning id";
      return (await database.maybeOne<{ id: number }>(text, [practiceStore.store.id]))?.id ?? 0;
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
    async countCustomerUpdates(customer) {
      const text = `
        select count(*) as n from event_inbox where store_id = $1 and topic = 'customer/update' and resource_id = $2`;
      return (await database.one<{ n: number }>(text, [practiceStore.store.id, customer])).n ?? -1;
    },
    async differences() {
      const found: Difference[] = [];
      for await (const difference of verifyStore(database, practiceStore.store.id)) found.push(difference);
      return found;
    },
  };
}
