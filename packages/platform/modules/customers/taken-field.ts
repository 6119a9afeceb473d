import { refuse } from "@souk/contract";
import type { CustomerFields } from "./customer-fields.ts";

/** Fields of which no two customers of a store have the same, by the index that keeps it so. */
const ownFields = {
  customers_email: { path: "email", is: "the e-mail address" },
  customers_phone: { path: "phone", is: "the phone number" },
  customers_code: { path: "code", is: "the code" },
} as const;

function ownField(error: unknown): (typeof ownFields)[keyof typeof ownFields] | undefined {
  const name = error instanceof Error && "constraint" in error ? String(error.constraint) : "";
  return Object.hasOwn(ownFields, name) ? ownFields[name as keyof typeof ownFields] : undefined;
}

/**
 * Waits for a change of customers.
 * @param sent the fields of the one customer it is about; null: several
 * @throws Refusal invalid naming the field that another customer has already
 */
export async function takenOr<T>(sent: Partial<CustomerFields> | null, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const field = ownField(error);
    if (field === undefined) throw error;
    const { path, is } = field;
    const value = sent?.[path];
    const message = `${value === undefined ? "" : `"${value}" `}is ${is} of another customer`;
    return refuse("invalid", { fields: [{ path, message }] });
  }
}
