import { getHeaders } from "@souk/client";
import { parseIgnoredReason } from "@souk/contract";
import { type FieldSpec, toast } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Return the field for emailing the customer; no field without an email address. */
export function mailSpec(email: string): FieldSpec[] {
  if (email === "") return [];
  return [
    {
      name: "is_mail",
      label: texts.orderActions.tracking.notify({ email }),
      kind: "switch",
      schema: { type: "boolean" },
      required: false,
      takesNull: false,
      choices: [],
    },
  ];
}

/** Convert a form's values to the tracking of a shipment; whether to email the customer is a number there. */
export function toTracking(values: Readonly<Record<string, unknown>>) {
  const { tracking_company, tracking_number, tracking_url, is_mail } = values;
  return {
    ...(tracking_company === undefined ? {} : { tracking_company: String(tracking_company) }),
    ...(tracking_number === undefined ? {} : { tracking_number: String(tracking_number) }),
    ...(tracking_url === undefined ? {} : { tracking_url: String(tracking_url) }),
    ...(is_mail === true ? { is_mail: 1 } : {}),
  };
}

/** Explain in a toast why a requested email to the customer was not sent. */
export function notifyUnsent(answer: object): void {
  const reason = parseIgnoredReason("is_mail", getHeaders(answer).get("service-warning"));
  if (reason !== null) toast.note(texts.orderActions.tracking.notNotified({ why: reason }));
}
