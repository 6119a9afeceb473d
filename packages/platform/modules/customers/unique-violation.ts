import { throwFieldError } from "@souk/contract";
import type { CustomerFields } from "./customer-columns.ts";

/** The fields that are unique among a store's customers, by the name of the unique index. */
const uniqueFields = {
  customers_email: { path: "email", label: "email" },
  customers_phone: { path: "phone", label: "phone number" },
  customers_code: { path: "code", label: "code" },
} as const;

type UniqueField = (typeof uniqueFields)[keyof typeof uniqueFields];

function findViolatedField(error: unknown): UniqueField | undefined {
  const index = error instanceof Error && "constraint" in error ? String(error.constraint) : "";
  return Object.hasOwn(uniqueFields, index) ? uniqueFields[index as keyof typeof uniqueFields] : undefined;
}

/**
 * Await a statement that writes customers. If the statement violates a unique index, throw an API error for the field.
 * @param sentFields the fields of the written customer, or null if several customers are written
 * @throws ApiError `invalid` for the field whose value another customer has
 */
export async function convertUniqueViolation<T>(
  sentFields: Partial<CustomerFields> | null,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const field = findViolatedField(error);
    if (field === undefined) throw error;
    const { path, label } = field;
    const value = sentFields?.[path];
    const message =
      value === undefined
        ? `Another customer already has this ${label}.`
        : `Another customer already has the ${label} "${value}".`;
    return throwFieldError(path, "not_unique", { resource: "customer" }, message);
  }
}
