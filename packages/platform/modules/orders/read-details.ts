import { isDeepStrictEqual } from "node:util";
import { type FieldError, fieldError, maxTextBytes } from "@souk/contract";
import { findByteLengthErrors } from "../../infrastructure/text-bytes.ts";
import { readTags } from "../catalog/index.ts";
import { emptyAddress, readAddressFields } from "../customers/index.ts";
import { copyDetails, type DetailsInput, type OrderDetails } from "./order-columns.ts";
import type { OrderAddress, SalesAttributions } from "./order-rows.ts";
import { readText } from "./read-text.ts";

type AddressInput = NonNullable<DetailsInput["shipping_address"]>;

/** Round degrees to the six decimals that are stored. */
function roundDegrees(sent: number | null): number | null {
  return sent === null ? null : Math.round(sent * 1e6) / 1e6;
}

/**
 * Merge the sent fields of an address into the former one; its country code may be sent again, even if it is
 * no longer valid.
 */
function readAddress(
  path: string,
  sent: AddressInput,
  { before, errors }: { before: OrderAddress | null; errors: FieldError[] },
): OrderAddress {
  const reading = { before: `${path}.`, errors, ...(before === null ? {} : { kept: before.country_code }) };
  const address = { ...emptyAddress, ...before, ...readAddressFields(sent, reading) };
  return { ...address, latitude: roundDegrees(address.latitude), longitude: roundDegrees(address.longitude) };
}

/** List the ids of the locations that an order is attributed to; the caller looks up their names. */
export function listAttributedLocations({ sales_attributions }: DetailsInput): number[] {
  return (sales_attributions?.location ?? []).map(({ location_id }) => location_id);
}

/** The context in which an order's details are read. */
export interface DetailsReading {
  before: OrderDetails;
  /** The names of the locations that are sent, by id; unknown locations are missing. */
  locations: ReadonlyMap<number, string>;
  errors: FieldError[];
}

function readAttributions(
  sent: DetailsInput,
  { before, locations, errors }: DetailsReading,
): SalesAttributions {
  const { staff, location } = sent.sales_attributions ?? {};
  const kept = before.sales_attributions;
  // A deleted location that the order already has may be sent again.
  const keptNames = new Map(
    kept.location.map(({ location_id, location_name }) => [location_id, location_name]),
  );
  return {
    staff:
      staff === undefined
        ? kept.staff
        : staff.map(({ id = null, name }, index) => ({
            id,
            name: readText(`sales_attributions.staff.${index}.name`, name, errors),
          })),
    location:
      location === undefined
        ? kept.location
        : location.map(({ location_id }, index) => {
            const location_name = locations.get(location_id) ?? keptNames.get(location_id);
            if (location_name === undefined)
              errors.push(
                fieldError(`sales_attributions.location.${index}.location_id`, "not_found", {
                  resource: "location",
                }),
              );
            return { location_id, location_name: location_name ?? "" };
          }),
    app_handle: kept.app_handle,
  };
}

/** The maximum UTF-8 bytes of a note attribute's value. */
const maxBytes = 4096;

function readAttributes(
  { note_attributes }: DetailsInput,
  { before, errors }: DetailsReading,
): OrderDetails["note_attributes"] {
  if (note_attributes === undefined) return before.note_attributes;
  return note_attributes.map(({ name, value }, index) => {
    if (Buffer.byteLength(value) > maxBytes)
      errors.push(fieldError(`note_attributes.${index}.value`, "too_long", { max: maxBytes, unit: "bytes" }));
    return { name, value };
  });
}

/**
 * Keep the former value of each unchanged detail, so that a different key order is not a change.
 */
function keepUnchangedValues(before: OrderDetails, after: OrderDetails): OrderDetails {
  const names = Object.keys(after) as (keyof OrderDetails)[];
  const kept = names.filter((name) => isDeepStrictEqual(before[name], after[name]));
  return { ...after, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
}

/** Read an order's details; omitted fields are left unchanged, invalid fields are added to the errors. */
export function readDetails(sent: DetailsInput, reading: DetailsReading): OrderDetails {
  const { before, errors } = reading;
  errors.push(...findByteLengthErrors(sent, { note: maxTextBytes.note, remark: maxTextBytes.note }));
  const address = (name: "shipping_address" | "billing_address") => {
    const value = sent[name];
    if (value === undefined) return before[name];
    return value === null ? null : readAddress(name, value, { before: before[name], errors });
  };
  return keepUnchangedValues(before, {
    ...copyDetails(sent, before),
    shipping_address: address("shipping_address"),
    billing_address: address("billing_address"),
    note_attributes: readAttributes(sent, reading),
    tags: sent.tags === undefined ? before.tags : readTags(sent.tags, errors),
    sales_attributions: readAttributions(sent, reading),
  });
}
