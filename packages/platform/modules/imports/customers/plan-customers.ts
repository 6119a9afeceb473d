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
  customerTexts,
  findKnown,
  type KnownBy,
  type OpeningBalances,
} from "../../customers/index.ts";
import type { PlannedRecord } from "../import-sheet.ts";
import { type CellReader, createCellReader } from "../rows/cell-reader.ts";
import { type Complain, createRowError, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeContext, planAttributes } from "./read-attributes.ts";
import { reportKeptBalances } from "./read-balances.ts";
import { type CustomerDraft, type RowReading, readCustomer } from "./read-customer.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

/** The plan for the row of a customer. */
export type CustomerPlan =
  | {
      kind: "create";
      fields: Partial<CustomerFields>;
      address: Partial<AddressFields> | null;
      attributes: AttributeChanges;
      opening: OpeningBalances;
    }
  | ({ kind: "update" } & CustomerChange)
  | { kind: "unchanged" };

export interface CustomerPlanContext extends RowReading, AttributeContext {
  store: Store;
}

const kinds = ["code", "email", "phone"] as const;

function knownBy({ code = "", email = "", phone = "" }: Partial<CustomerFields>): KnownBy {
  return { code: code.toLowerCase(), email: email.toLowerCase(), phone };
}

/** List the values that differ from the current ones. */
function differing<T extends object>(next: T, now: object): Partial<T> {
  const entries = Object.entries(next).filter(
    ([name, value]) => !isDeepStrictEqual(value, (now as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

const isBlankAddress = (address: Partial<AddressFields>) =>
  Object.values(address).every((value) => value === "");

function buildPlan(
  { fields, address, balances }: CustomerDraft,
  attributes: AttributeChanges,
  now: Customer | null,
): CustomerPlan {
  const opening = { total_credit: "0", total_point: 0, ...balances };
  if (now === null)
    return { kind: "create", fields, address: isBlankAddress(address) ? null : address, attributes, opening };
  const changed = differing(fields, now);
  const moved =
    now.primary_address === null
      ? isBlankAddress(address)
        ? {}
        : address
      : differing(address, now.primary_address);
  if (Object.keys(changed).length + Object.keys(moved).length + attributes.size === 0)
    return { kind: "unchanged" };
  return { kind: "update", id: now.id, fields: changed, address: moved, attributes };
}

/**
 * Find the customer of a row by the first matching key. A value of another customer is reported as an error.
 */
function matched(
  draft: CustomerDraft,
  known: readonly (KnownBy & { id: number })[],
  complain: Complain,
): number | null {
  const by = knownBy(draft.fields);
  const owners = kinds.map((kind) => ({
    kind,
    id: by[kind] === "" ? undefined : known.find((customer) => customer[kind] === by[kind])?.id,
  }));
  const first = owners.find((owner) => owner.id !== undefined);
  const email = known.find((customer) => customer.id === first?.id)?.email ?? "";
  // Two customers with one phone: the row is about another one, who cannot have this number.
  const isAnother = first?.kind === "phone" && by.email !== "" && email !== "";
  const id = isAnother ? undefined : first?.id;
  for (const owner of owners)
    if (owner.id !== undefined && owner.id !== id)
      complain(owner.kind, fieldProblem("not_unique", { resource: "customer" }));
  return id ?? null;
}

/** Load the customers that the rows identify, with their JSON. */
async function findKnownTo(
  db: Queryable,
  { store, heading }: CustomerPlanContext,
  drafts: readonly CustomerDraft[],
) {
  const keys = drafts.map(({ fields }) => knownBy(fields));
  const all = (kind: keyof KnownBy) => keys.map((key) => key[kind]).filter((text) => text !== "");
  const known = await findKnown(db, store, {
    codes: all("code"),
    emails: all("email"),
    phones: all("phone"),
  });
  const ids = known.map(({ id }) => id);
  const attributes = heading.attributes.length > 0;
  const texts = ids.length === 0 ? new Map() : await customerTexts(db, store, { ids, attributes });
  return { known, texts };
}

/** Return whether an error is about a country code that the customer already has: it stays as it is. */
function isKeptCountry(
  { path: column }: RowError,
  readCell: CellReader<CustomerCsvColumn>,
  now: Customer,
): boolean {
  if (column === "country_code") return readCell(column)?.trim() === now.country_code;
  if (column === "address_country_code")
    return readCell(column)?.trim() === now.primary_address?.country_code;
  return false;
}

/** Plan the changes for each customer of a portion, by the store's current data. */
export async function planCustomers(
  db: Queryable,
  context: CustomerPlanContext,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<CustomerPlan>[]> {
  const read = groups.map((group) => ({ group, ...readCustomer(context, group) }));
  const drafts = read.map(({ draft }) => draft);
  const { known, texts } = await findKnownTo(db, context, drafts);
  return read.map(({ group, draft, errors }) => {
    const planErrors: RowError[] = [];
    const notes: RowError[] = [];
    const row = group.rows[0]?.row ?? 0;
    const under =
      (list: RowError[]): Complain =>
      (column, problem) =>
        void list.push(createRowError({ row, handle: group.key }, column, problem));
    const id = matched(draft, known, under(planErrors));
    const text = id === null ? undefined : texts.get(id);
    const now = text === undefined ? null : (JSON.parse(text) as Customer);
    const readCell = createCellReader(context.heading, group.rows[0] ?? { row, cells: [] });
    const misread = errors.filter((error) => now === null || !isKeptCountry(error, readCell, now));
    const values = { cells: draft.attributes, now: now === null ? null : (now.attributes ?? {}) };
    const attributes = planAttributes(context, values, under(planErrors));
    if (now !== null) reportKeptBalances(draft.balances, now, under(notes));
    const mistakes = [...misread, ...planErrors];
    const plan = mistakes.length > 0 ? null : buildPlan(draft, attributes, now);
    return {
      group,
      plan,
      errors: [...mistakes, ...notes.map((note) => ({ ...note, isNote: true }))],
      ...(id === null ? {} : { same: `customer ${id}` }),
    };
  });
}
