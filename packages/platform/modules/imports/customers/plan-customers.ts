import { isDeepStrictEqual } from "node:util";
import type { AnswerOf, CustomerCsvColumn, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
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
import { type CellOf, cellsOf } from "../rows/cells-of.ts";
import { type Complain, quoted, type RowError } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type AttributeGround, planAttributes } from "./read-attributes.ts";
import { tellKept } from "./read-balances.ts";
import { type CustomerDraft, type RowReading, readCustomer } from "./read-customer.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

/** What the row of a customer comes to. */
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

export interface CustomerGround extends RowReading, AttributeGround {
  store: Store;
}

const words = { code: "the code", email: "the e-mail address", phone: "the phone number" } as const;
const kinds = ["code", "email", "phone"] as const;

function knownBy({ code = "", email = "", phone = "" }: Partial<CustomerFields>): KnownBy {
  return { code: code.toLowerCase(), email: email.toLowerCase(), phone };
}

/** What is otherwise than it is now. */
function differing<T extends object>(wanted: T, now: object): Partial<T> {
  const entries = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(value, (now as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

const saysNothing = (address: Partial<AddressFields>) =>
  Object.values(address).every((value) => value === "");

function planOf(
  { fields, address, balances }: CustomerDraft,
  attributes: AttributeChanges,
  now: Customer | null,
): CustomerPlan {
  const opening = { total_credit: "0", total_point: 0, ...balances };
  if (now === null)
    return { kind: "create", fields, address: saysNothing(address) ? null : address, attributes, opening };
  const changed = differing(fields, now);
  const moved =
    now.primary_address === null
      ? saysNothing(address)
        ? {}
        : address
      : differing(address, now.primary_address);
  if (Object.keys(changed).length + Object.keys(moved).length + attributes.size === 0)
    return { kind: "unchanged" };
  return { kind: "update", id: now.id, fields: changed, address: moved, attributes };
}

/** The customer of a row: by the first thing that somebody is known by. What is somebody else's is complained of. */
function matched(
  draft: CustomerDraft,
  known: readonly (KnownBy & { id: number })[],
  complain: Complain,
): number | null {
  const by = knownBy(draft.fields);
  const owners = kinds.map((kind) => ({
    kind,
    id: by[kind] === "" ? undefined : known.find((one) => one[kind] === by[kind])?.id,
  }));
  const first = owners.find((owner) => owner.id !== undefined);
  const email = known.find((one) => one.id === first?.id)?.email ?? "";
  // Two people of one phone: the row is about somebody else, whose number it cannot be.
  const isAnother = first?.kind === "phone" && by.email !== "" && email !== "";
  const id = isAnother ? undefined : first?.id;
  for (const owner of owners)
    if (owner.id !== undefined && owner.id !== id)
      complain(
        owner.kind,
        `${quoted(draft.fields[owner.kind] ?? "")} is ${words[owner.kind]} of another customer.`,
      );
  return id ?? null;
}

/** Customers who are known by what the rows say, with their documents. */
async function findKnownTo(
  run: Queryable,
  { store, heading }: CustomerGround,
  drafts: readonly CustomerDraft[],
) {
  const keys = drafts.map(({ fields }) => knownBy(fields));
  const all = (kind: keyof KnownBy) => keys.map((key) => key[kind]).filter((text) => text !== "");
  const known = await findKnown(run, store, {
    codes: all("code"),
    emails: all("email"),
    phones: all("phone"),
  });
  const ids = known.map(({ id }) => id);
  const attributes = heading.attributes.length > 0;
  const texts = ids.length === 0 ? new Map() : await customerTexts(run, store, { ids, attributes });
  return { known, texts };
}

/** Whether what was complained of is a country's code that the customer has from before: it stays as it is. */
function isKeptCountry({ column }: RowError, cellOf: CellOf<CustomerCsvColumn>, now: Customer): boolean {
  if (column === "country_code") return cellOf(column)?.trim() === now.country_code;
  if (column === "address_country_code") return cellOf(column)?.trim() === now.primary_address?.country_code;
  return false;
}

/** Says what is to be done with each customer of a portion, by what the store holds now. */
export async function planCustomers(
  run: Queryable,
  ground: CustomerGround,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<CustomerPlan>[]> {
  const read = groups.map((group) => ({ group, ...readCustomer(ground, group) }));
  const drafts = read.map(({ draft }) => draft);
  const { known, texts } = await findKnownTo(run, ground, drafts);
  return read.map(({ group, draft, errors }) => {
    const faults: RowError[] = [];
    const notes: RowError[] = [];
    const row = group.rows[0]?.row ?? 0;
    const under =
      (list: RowError[]): Complain =>
      (column, message) =>
        void list.push({ row, column, handle: group.key, message });
    const id = matched(draft, known, under(faults));
    const text = id === null ? undefined : texts.get(id);
    const now = text === undefined ? null : (JSON.parse(text) as Customer);
    const cellOf = cellsOf(ground.heading, group.rows[0] ?? { row, cells: [] });
    const misread = errors.filter((error) => now === null || !isKeptCountry(error, cellOf, now));
    const values = { cells: draft.attributes, now: now === null ? null : (now.attributes ?? {}) };
    const attributes = planAttributes(ground, values, under(faults));
    if (now !== null) tellKept(draft.balances, now, under(notes));
    const mistakes = [...misread, ...faults];
    const plan = mistakes.length > 0 ? null : planOf(draft, attributes, now);
    return {
      group,
      plan,
      errors: [...mistakes, ...notes.map((note) => ({ ...note, isNote: true }))],
      ...(id === null ? {} : { same: `customer ${id}` }),
    };
  });
}
