import { type Operation, operations } from "@souk/contract";
import { type Database, type Difference, verifyStore } from "@souk/database";
import { createTestCall, createTestStore, type TestStore } from "@souk/testkit";
import { isJsonText } from "../../../../infrastructure/routing/response.ts";
import { createBalanceRoutes } from "../routes.ts";

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

/** A test store with the operations of customer balances, called in process, without HTTP. */
export interface BalanceFixture {
  testStore: TestStore;
  /** Create a customer without a balance. @returns their id */
  createCustomer(): Promise<number>;
  /** Adjust the store credit and return the new balance. @throws ApiError */
  adjustCredit(customerId: number, adjustment_amount: string | number, description?: string): Promise<string>;
  /** Set the store credit and return the new balance. @throws ApiError */
  setCredit(customerId: number, amount: string | number): Promise<string>;
  /** Adjust the points and return the new balance. @throws ApiError */
  adjustPoint(customerId: number, value: number): Promise<number>;
  /** Set the points and return the new balance. @throws ApiError */
  setPoint(customerId: number, value: number): Promise<number>;
  /** List the lines of one ledger of a customer, the oldest first unless the query sorts them. @throws ApiError */
  listLines(kind: "credits" | "points", customerId: number, query?: string): Promise<BalanceLine[]>;
  /** Count the customer/update events of a customer in the inbox. */
  countCustomerUpdates(customerId: number): Promise<number>;
  /** List the differences that `souk verify` reports for the store. */
  findDifferences(): Promise<Difference[]>;
}

/** Create the fixture on a database, with a new store. The store's currency is the ringgit unless another is given. */
export async function createBalanceFixture(
  database: Database,
  { handle = "balances", currency = "MYR" } = {},
): Promise<BalanceFixture> {
  const routes = createBalanceRoutes();
  const testStore = await createTestStore(database, { handle, currency });
  async function perform<T>(operation: Operation, customer_id: number, request: object): Promise<T> {
    const route = routes.find((candidate) => candidate.operation.id === operation.id);
    if (!route) throw new Error(`No route serves ${operation.id}.`);
    const call = createTestCall(operation, testStore.store, { params: { customer_id }, ...request });
    const response = await route.handle(database, call);
    return (isJsonText(response) ? JSON.parse(response.text) : response) as T;
  }
  const changeCredit = async (operation: Operation, customerId: number, body: object): Promise<string> =>
    (await perform<{ credit: { total_credit: string } }>(operation, customerId, { body })).credit
      .total_credit;
  const changePoint = async (operation: Operation, customerId: number, body: object): Promise<number> =>
    (await perform<{ point: { total_point: number } }>(operation, customerId, { body })).point.total_point;
  return {
    testStore,
    async createCustomer() {
      const text = "insert into customers (store_id, first_name) values ($1, 'Aisyah') returning id";
      return (await database.maybeOne<{ id: number }>(text, [testStore.store.id]))?.id ?? 0;
    },
    adjustCredit: (customerId, adjustment_amount, description) =>
      changeCredit(operations.adjustCredit, customerId, {
        adjustment_amount,
        ...(description && { description }),
      }),
    setCredit: (customerId, amount) => changeCredit(operations.setCredit, customerId, { amount }),
    adjustPoint: (customerId, value) => changePoint(operations.adjustPoint, customerId, { value }),
    setPoint: (customerId, value) => changePoint(operations.setPoint, customerId, { value }),
    async listLines(kind, customerId, query = "limit=250") {
      const operation = kind === "credits" ? operations.listCredits : operations.listPoints;
      return (await perform<Record<typeof kind, BalanceLine[]>>(operation, customerId, { query }))[kind];
    },
    async countCustomerUpdates(customerId) {
      const text = `
        select count(*) as count from event_inbox where store_id = $1 and topic = 'customer/update' and resource_id = $2`;
      return (await database.one<{ count: number }>(text, [testStore.store.id, customerId])).count ?? -1;
    },
    async findDifferences() {
      const differences: Difference[] = [];
      for await (const difference of verifyStore(database, testStore.store.id)) differences.push(difference);
      return differences;
    },
  };
}
