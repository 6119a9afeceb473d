import { isDeepStrictEqual } from "node:util";
import { type BodyOf, type FieldError, type operations, textLimits } from "@souk/contract";
import { byteFaults } from "../../text-bytes.ts";
import { readTags } from "../catalog/index.ts";
import { emptyAddress, readAddressFields } from "../customers/index.ts";
import type { OrderAddress, OrderRow, SalesAttributions } from "./order-rows.ts";
import { readText } from "./read-text.ts";

/** What can be changed of an order at any time, as it is sent. */
export type DetailsInput = Omit<BodyOf<typeof operations.updateOrder>, "customer_id">;

/** The same as it is kept. */
export type OrderDetails = Pick<
  OrderRow,
  | "email"
  | "phone"
  | "shipping_address"
  | "billing_address"
  | "note"
  | "remark"
  | "note_attributes"
  | "tags"
  | "source_identifier"
  | "sales_attributions"
>;

/** An order of which nothing of this is said. */
export const emptyDetails: OrderDetails = {
  email: "",
  phone: "",
  shipping_address: null,
  billing_address: null,
  note: "",
  remark: "",
  note_attributes: [],
  tags: [],
  source_identifier: "",
  sales_attributions: { staff: [], location: [], app_handle: null },
};

type AddressInput = NonNullable<DetailsInput["shipping_address"]>;

/** Degrees with the six decimals that are kept. */
function degrees(sent: number | null): number | null {
  return sent === null ? null : Math.round(sent * 1e6) / 1e6;
}

/** What is sent of an address over the one before; its country stays when it is sent again, also where no country has that code. */
function readAddress(
  path: string,
  sent: AddressInput,
  { before, faults }: { before: OrderAddress | null; faults: FieldError[] },
): OrderAddress {
  const reading = { before: `${path}.`, faults, ...(before === null ? {} : { kept: before.country_code }) };
  const address = { ...emptyAddress, ...before, ...readAddressFields(sent, reading) };
  return { ...address, latitude: degrees(address.latitude), longitude: degrees(address.longitude) };
}

/** The locations that an order is to be attributed to; their names are looked up by whoever reads it. */
export function attributedLocations({ sales_attributions }: DetailsInput): number[] {
  return (sales_attributions?.location ?? []).map(({ location_id }) => location_id);
}

/** What an order's details are read against. */
export interface DetailsReading {
  before: OrderDetails;
  /** The names of the locations that are sent, by their ids; those of no location are missing. */
  locations: ReadonlyMap<number, string>;
  faults: FieldError[];
}

function readAttributions(
  sent: DetailsInput,
  { before, locations, faults }: DetailsReading,
): SalesAttributions {
  const { staff, location } = sent.sales_attributions ?? {};
  const kept = before.sales_attributions;
  // A location that is gone by now stays where it is sent again.
  const keptNames = new Map(kept.location.map((one) => [one.location_id, one.location_name]));
  return {
    staff:
      staff === undefined
        ? kept.staff
        : staff.map(({ id = null, name }, at) => ({
            id,
            name: readText(`sales_attributions.staff.${at}.name`, name, faults),
          })),
    location:
      location === undefined
        ? kept.location
        : location.map(({ location_id }, at) => {
            const location_name = locations.get(location_id) ?? keptNames.get(location_id);
            if (location_name === undefined)
              faults.push({
                path: `sales_attributions.location.${at}.location_id`,
                message: "is no location of this store",
              });
            return { location_id, location_name: location_name ?? "" };
          }),
    app_handle: kept.app_handle,
  };
}

/** Most bytes of UTF-8 that a note attribute's value has. */
const mostBytes = 4096;

function readAttributes(
  { note_attributes }: DetailsInput,
  { before, faults }: DetailsReading,
): OrderDetails["note_attributes"] {
  if (note_attributes === undefined) return before.note_attributes;
  return note_attributes.map(({ name, value }, at) => {
    if (Buffer.byteLength(value) > mostBytes)
      faults.push({ path: `note_attributes.${at}.value`, message: `must have at most ${mostBytes} bytes` });
    return { name, value };
  });
}

/** What was before where the same is sent again, so that it is seen to be the same whatever the order of its keys. */
function sameOrNew(before: OrderDetails, after: OrderDetails): OrderDetails {
  const names = Object.keys(after) as (keyof OrderDetails)[];
  const kept = names.filter((name) => isDeepStrictEqual(before[name], after[name]));
  return { ...after, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
}

/** An order's details with what was sent in them; what is wrong is added to the faults. */
export function readDetails(sent: DetailsInput, reading: DetailsReading): OrderDetails {
  const { before, faults } = reading;
  faults.push(...byteFaults(sent, { note: textLimits.note, remark: textLimits.note }));
  const address = (name: "shipping_address" | "billing_address") => {
    const value = sent[name];
    if (value === undefined) return before[name];
    return value === null ? null : readAddress(name, value, { before: before[name], faults });
  };
  return sameOrNew(before, {
    email: sent.email?.trim() ?? before.email,
    phone: sent.phone?.trim() ?? before.phone,
    shipping_address: address("shipping_address"),
    billing_address: address("billing_address"),
    note: sent.note ?? before.note,
    remark: sent.remark ?? before.remark,
    note_attributes: readAttributes(sent, reading),
    tags: sent.tags === undefined ? before.tags : readTags(sent.tags, faults),
    source_identifier: sent.source_identifier?.trim() ?? before.source_identifier,
    sales_attributions: readAttributions(sent, reading),
  });
}
