import { isDeepStrictEqual } from "node:util";
import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import {
  type AddressFields,
  type CustomerFields,
  customerTexts,
  findKnown,
  type KnownBy,
} from "../../customers/index.ts";
import type { PlannedRecord } from "../import-sheet.ts";
import type { RowError } from "../rows/row-error.ts";
import { quoted } from "../rows/row-error.ts";
import type { RowGroup } from "../rows/row-groups.ts";
import { type CustomerDraft, type RowReading, readCustomer } from "./read-customer.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

/** What the row of a customer comes to. */
export type CustomerPlan =
  | { kind: "create"; fields: Partial<CustomerFields>; address: Partial<AddressFields> | null }
  | { kind: "update"; id: number; fields: Partial<CustomerFields>; address: Partial<AddressFields> }
  | { kind: "unchanged" };

export interface CustomerGround extends RowReading {
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

function planOf({ fields, address }: CustomerDraft, now: Customer | null): CustomerPlan {
  if (now === null) return { kind: "create", fields, address: saysNothing(address) ? null : address };
  const changed = differing(fields, now);
  const moved =
    now.primary_address === null
      ? saysNothing(address)
        ? {}
        : address
      : differing(address, now.primary_address);
  if (Object.keys(changed).length + Object.keys(moved).length === 0) return { kind: "unchanged" };
  return { kind: "update", id: now.id, fields: changed, address: moved };
}

/** The customer of a row: by the first thing that somebody is known by. What is somebody else's is complained of. */
function matched(
  draft: CustomerDraft,
  known: readonly (KnownBy & { id: number })[],
  complain: (column: string, message: string) => void,
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

/** Says what is to be done with each customer of a portion, by what the store holds now. */
export async function planCustomers(
  run: Queryable,
  ground: CustomerGround,
  groups: readonly RowGroup[],
): Promise<PlannedRecord<CustomerPlan>[]> {
  const { store } = ground;
  const read = groups.map((group) => ({ group, ...readCustomer(ground, group) }));
  const keys = read.map(({ draft }) => knownBy(draft.fields));
  const all = (kind: keyof KnownBy) => keys.map((key) => key[kind]).filter((text) => text !== "");
  const known = await findKnown(run, store, {
    codes: all("code"),
    emails: all("email"),
    phones: all("phone"),
  });
  const ids = known.map(({ id }) => id);
  const texts = ids.length === 0 ? new Map() : await customerTexts(run, store, { ids, attributes: false });
  return read.map(({ group, draft, errors }) => {
    const found: RowError[] = [...errors];
    const row = group.rows[0]?.row ?? 0;
    const id = matched(draft, known, (column, message) =>
      found.push({ row, column, handle: group.key, message }),
    );
    const text = id === null ? undefined : texts.get(id);
    const now = text === undefined ? null : (JSON.parse(text) as Customer);
    const plan = found.length > 0 ? null : planOf(draft, now);
    return { group, plan, errors: found, ...(id === null ? {} : { same: `customer ${id}` }) };
  });
}
