import { isDeepStrictEqual } from "node:util";
import { type FieldError, fieldError, maxTextBytes } from "@souk/contract";
import { findByteLengthErrors } from "../../infrastructure/text-bytes.ts";
import { readTags } from "../catalog/index.ts";
import { emptyAddress, readAddressFields } from "../customers/index.ts";
import { copyTexts, type DetailsInput, type OrderDetails } from "./order-columns.ts";
import type { OrderAddress, SalesAttributions } from "./order-rows.ts";
import { readText } from "./read-text.ts";

type AddressInput = NonNullable<DetailsInput["shipping_address"]>;

/** Round degrees to the six decimal places that are stored. */
function roundDegrees(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 1e6) / 1e6;
}

/**
 * Merge the fields of a request into the current address. The current country code may be sent again, even if it is no
 * longer valid.
 */
function readAddress(
  path: string,
  body: AddressInput,
  { current, errors }: { current: OrderAddress | null; errors: FieldError[] },
): OrderAddress {
  const context = {
    fieldPrefix: `${path}.`,
    errors,
    ...(current !== null && { currentCode: current.country_code }),
  };
  const address = { ...emptyAddress, ...current, ...readAddressFields(body, context) };
  return { ...address, latitude: roundDegrees(address.latitude), longitude: roundDegrees(address.longitude) };
}

/** List the ids of the locations to which an order is attributed. The caller looks up their names. */
export function listAttributedLocations({ sales_attributions }: DetailsInput): number[] {
  return (sales_attributions?.location ?? []).map(({ location_id }) => location_id);
}

/** The context in which an order's details are read. */
export interface DetailsContext {
  /** The order's current details, or the default details of a new order. */
  current: OrderDetails;
  /** The names of the requested locations, by id, without unknown locations. */
  locations: ReadonlyMap<number, string>;
  errors: FieldError[];
}

function readSalesAttributions(
  body: DetailsInput,
  { current, locations, errors }: DetailsContext,
): SalesAttributions {
  const { staff, location } = body.sales_attributions ?? {};
  const currentAttributions = current.sales_attributions;
  // A deleted location that the order already contains may be sent again.
  const currentNames = new Map(
    currentAttributions.location.map(({ location_id, location_name }) => [location_id, location_name]),
  );
  return {
    staff:
      staff === undefined
        ? currentAttributions.staff
        : staff.map(({ id = null, name }, index) => ({
            id,
            name: readText(`sales_attributions.staff.${index}.name`, name, errors),
          })),
    location:
      location === undefined
        ? currentAttributions.location
        : location.map(({ location_id }, index) => {
            const location_name = locations.get(location_id) ?? currentNames.get(location_id);
            if (location_name === undefined)
              errors.push(
                fieldError(`sales_attributions.location.${index}.location_id`, "not_found", {
                  resource: "location",
                }),
              );
            return { location_id, location_name: location_name ?? "" };
          }),
    app_handle: currentAttributions.app_handle,
  };
}

/** The maximum length of a note attribute's value, in UTF-8 bytes. */
const maxBytes = 4096;

function readNoteAttributes(
  { note_attributes }: DetailsInput,
  { current, errors }: DetailsContext,
): OrderDetails["note_attributes"] {
  if (note_attributes === undefined) return current.note_attributes;
  return note_attributes.map(({ name, value }, index) => {
    if (Buffer.byteLength(value) > maxBytes)
      errors.push(fieldError(`note_attributes.${index}.value`, "too_long", { max: maxBytes, unit: "bytes" }));
    return { name, value };
  });
}

/** Keep the current value of each detail whose updated value is equal to it, so that reordered JSON keys do not count as a change. */
function keepUnchangedValues(current: OrderDetails, updated: OrderDetails): OrderDetails {
  const names = Object.keys(updated) as (keyof OrderDetails)[];
  const unchangedNames = names.filter((name) => isDeepStrictEqual(current[name], updated[name]));
  return { ...updated, ...Object.fromEntries(unchangedNames.map((name) => [name, current[name]])) };
}

/** Read an order's details. Omitted fields are left unchanged. Add an error for each invalid field. */
export function readDetails(body: DetailsInput, context: DetailsContext): OrderDetails {
  const { current, errors } = context;
  errors.push(...findByteLengthErrors(body, { note: maxTextBytes.note, remark: maxTextBytes.note }));
  const readOptionalAddress = (name: "shipping_address" | "billing_address") => {
    const value = body[name];
    if (value === undefined) return current[name];
    return value === null ? null : readAddress(name, value, { current: current[name], errors });
  };
  return keepUnchangedValues(current, {
    ...copyTexts(body, current),
    shipping_address: readOptionalAddress("shipping_address"),
    billing_address: readOptionalAddress("billing_address"),
    note_attributes: readNoteAttributes(body, context),
    tags: body.tags === undefined ? current.tags : readTags(body.tags, errors),
    sales_attributions: readSalesAttributions(body, context),
  });
}
