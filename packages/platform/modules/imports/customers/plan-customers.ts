import { isDeepStrictEqual } from "node:util";
import {
  type CustomerCsvColumn,
  fieldProblem,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import {
  type AddressFields,
  type AttributeChanges,
  type CustomerChange,
  type CustomerFields,
  type CustomerKeys,
  findCustomersByKeys,
  loadCustomerTexts,
  type OpeningBalances,
} from "../../customers/index.ts";
import type { PlannedRecord } from "../import-sheet.ts";
import { type CellReader, createCellReader } from "../rows/cell-reader.ts";
import { createRowError, type ReportError, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeContext, planAttributes } from "./read-attributes.ts";
import { warnAboutIgnoredBalances } from "./read-balances.ts";
import { type CustomerDraft, type RowContext, readCustomer } from "./read-customer.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

/** The plan for the row of a customer. */
export type CustomerPlan =
  | {
      kind: "create";
      fields: Partial<CustomerFields>;
      address: Partial<AddressFields> | null;
      attributes: AttributeChanges;
      openingBalances: OpeningBalances;
    }
  | ({ kind: "update" } & CustomerChange)
  | { kind: "unchanged" };

/** The context that is needed to plan the customers of a file. */
export interface CustomerPlanContext extends RowContext, AttributeContext {
  store: Store;
}

const keyNames = ["code", "email", "phone"] as const;

function toCustomerKeys({ code = "", email = "", phone = "" }: Partial<CustomerFields>): CustomerKeys {
  return { code: code.toLowerCase(), email: email.toLowerCase(), phone };
}

/** Return the fields of `newFields` whose values differ from those in `currentFields`. */
function pickChanges<T extends object>(newFields: T, currentFields: object): Partial<T> {
  const entries = Object.entries(newFields).filter(
    ([name, value]) => !isDeepStrictEqual(value, (currentFields as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

const isBlankAddress = (address: Partial<AddressFields>) =>
  Object.values(address).every((value) => value === "");

/** Return the changes of the customer's default address, or the fields of a new address if the customer has no address. */
function pickAddressChanges(
  address: Partial<AddressFields>,
  { primary_address }: Customer,
): Partial<AddressFields> {
  if (primary_address !== null) return pickChanges(address, primary_address);
  return isBlankAddress(address) ? {} : address;
}

function buildPlan(
  { fields, address, balances }: CustomerDraft,
  attributes: AttributeChanges,
  currentCustomer: Customer | null,
): CustomerPlan {
  const openingBalances = { total_credit: "0", total_point: 0, ...balances };
  if (currentCustomer === null)
    return {
      kind: "create",
      fields,
      address: isBlankAddress(address) ? null : address,
      attributes,
      openingBalances,
    };
  const fieldChanges = pickChanges(fields, currentCustomer);
  const addressChanges = pickAddressChanges(address, currentCustomer);
  if (Object.keys(fieldChanges).length + Object.keys(addressChanges).length + attributes.size === 0)
    return { kind: "unchanged" };
  const { id } = currentCustomer;
  return { kind: "update", id, fields: fieldChanges, address: addressChanges, attributes };
}

/**
 * Return the id of the customer that a row matches by code, else by email, else by phone. Report each of the row's keys that belongs to
 * another customer.
 */
function matchCustomer(
  draft: CustomerDraft,
  customers: readonly (CustomerKeys & { id: number })[],
  reportError: ReportError,
): number | null {
  const rowKeys = toCustomerKeys(draft.fields);
  const matches = keyNames.map((keyName) => ({
    keyName,
    id:
      rowKeys[keyName] === ""
        ? undefined
        : customers.find((customer) => customer[keyName] === rowKeys[keyName])?.id,
  }));
  const firstMatch = matches.find((match) => match.id !== undefined);
  const matchedEmail = customers.find((customer) => customer.id === firstMatch?.id)?.email ?? "";
  // A customer who has the row's phone number but another email is not the customer of the row. The phone number then gets an error.
  const hasOtherEmail = firstMatch?.keyName === "phone" && rowKeys.email !== "" && matchedEmail !== "";
  const id = hasOtherEmail ? undefined : firstMatch?.id;
  for (const match of matches)
    if (match.id !== undefined && match.id !== id)
      reportError(match.keyName, fieldProblem("not_unique", { resource: "customer" }));
  return id ?? null;
}

/** Load the customers whose code, email or phone is in the rows, with their JSON. */
async function loadMatchingCustomers(
  db: Queryable,
  { store, heading }: CustomerPlanContext,
  drafts: readonly CustomerDraft[],
) {
  const keys = drafts.map(({ fields }) => toCustomerKeys(fields));
  const listKeys = (keyName: keyof CustomerKeys) =>
    keys.map((key) => key[keyName]).filter((text) => text !== "");
  const customers = await findCustomersByKeys(db, store, {
    codes: listKeys("code"),
    emails: listKeys("email"),
    phones: listKeys("phone"),
  });
  const ids = customers.map(({ id }) => id);
  const hasAttributes = heading.attributeColumns.length > 0;
  const texts = ids.length === 0 ? new Map() : await loadCustomerTexts(db, store, { ids, hasAttributes });
  return { customers, texts };
}

/** Return whether an error is about a country code that the customer already has. The code stays unchanged, so it needs no error. */
function isUnchangedCountry(
  { path: column }: RowError,
  readCell: CellReader<CustomerCsvColumn>,
  currentCustomer: Customer,
): boolean {
  if (column === "country_code") return readCell(column)?.trim() === currentCustomer.country_code;
  if (column === "address_country_code")
    return readCell(column)?.trim() === currentCustomer.primary_address?.country_code;
  return false;
}

/** Plan the changes for each customer of a batch by comparing the rows with the store's current data. */
export async function planCustomers(
  db: Queryable,
  context: CustomerPlanContext,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<CustomerPlan>[]> {
  const parsedRows = groups.map((group) => ({ group, ...readCustomer(context, group) }));
  const drafts = parsedRows.map(({ draft }) => draft);
  const { customers, texts } = await loadMatchingCustomers(db, context, drafts);
  return parsedRows.map(({ group, draft, errors }) => {
    const planErrors: RowError[] = [];
    const warnings: RowError[] = [];
    const row = group.rows[0]?.rowNumber ?? 0;
    const createReporter =
      (list: RowError[]): ReportError =>
      (column, problem) => {
        list.push(createRowError({ row, handle: group.key }, column, problem));
      };
    const id = matchCustomer(draft, customers, createReporter(planErrors));
    const text = id === null ? undefined : texts.get(id);
    const currentCustomer = text === undefined ? null : (JSON.parse(text) as Customer);
    const readCell = createCellReader(context.heading, group.rows[0] ?? { rowNumber: row, cells: [] });
    const readErrors = errors.filter(
      (error) => currentCustomer === null || !isUnchangedCountry(error, readCell, currentCustomer),
    );
    const currentAttributes = currentCustomer === null ? null : (currentCustomer.attributes ?? {});
    const values = { cells: draft.attributes, current: currentAttributes };
    const attributes = planAttributes(context, values, createReporter(planErrors));
    if (currentCustomer !== null)
      warnAboutIgnoredBalances(draft.balances, currentCustomer, createReporter(warnings));
    const rowErrors = [...readErrors, ...planErrors];
    const plan = rowErrors.length > 0 ? null : buildPlan(draft, attributes, currentCustomer);
    return {
      group,
      plan,
      errors: [...rowErrors, ...warnings.map((warning) => ({ ...warning, isWarning: true }))],
      ...(id === null ? {} : { recordKey: `customer ${id}` }),
    };
  });
}
