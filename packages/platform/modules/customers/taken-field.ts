import { throwFieldError } from "@souk/contract";
import type { CustomerFields } from "./customer-columns.ts";

/** The fields that are unique among a store's customers, by the index that enforces it. */
const ownFields = {
  customers_email: { path: "email", is: "the email" },
  customers_phone: { path: "phone", is: "the phone number" },
  customers_code: { path: "code", is: "the code" },
} as const;

function ownField(error: unknown): (typeof ownFields)[keyof typeof ownFields] | undefined {
  const name = error instanceof Error && "constraint" in error ? String(error.constraint) : "";
  return Object.hasOwn(ownFields, name) ? ownFields[name as keyof typeof ownFields] : undefined;
}

/**
 * Await a change of customers, and turn a uniqueness error into an API error.
 * @param sent the fields of the one changed customer; null for several
 * @throws ApiError invalid naming the field whose value another customer has
 */
export async function takenOr<T>(sent: Partial<CustomerFields> | null, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const field = ownField(error);
    if (field === undefined) throw error;
    const { path, is } = field;
    const value = sent?.[path];
    const subject = value === undefined ? "{field}" : `"${value}"`;
    return throwFieldError(
      path,
      "not_unique",
      { resource: "customer" },
      `${subject} is ${is} of another customer.`,
    );
  }
}
