import { getHeaders } from "@souk/client";
import { parseIgnoredReason } from "@souk/contract";
import { type FieldSpec, toast } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Build a list with the spec of the switch that notifies the customer by email, or an empty list if `email` is empty. */
export function buildEmailSpecs(email: string): FieldSpec[] {
  if (email === "") return [];
  return [
    {
      name: "is_mail",
      label: texts.orderActions.tracking.notify({ email }),
      kind: "switch",
      schema: { type: "boolean" },
      required: false,
      isNullable: false,
      choices: [],
    },
  ];
}

/** Build the tracking fields of a request from form values. `is_mail` is 1 if the customer is to be notified. */
export function toTrackingBody(values: Readonly<Record<string, unknown>>) {
  const { tracking_company, tracking_number, tracking_url, is_mail } = values;
  return {
    ...(tracking_company === undefined ? {} : { tracking_company: String(tracking_company) }),
    ...(tracking_number === undefined ? {} : { tracking_number: String(tracking_number) }),
    ...(tracking_url === undefined ? {} : { tracking_url: String(tracking_url) }),
    ...(is_mail === true ? { is_mail: 1 } : {}),
  };
}

/**
 * If the response says that the requested email to the customer was not sent, show the reason in a toast.
 * @param response a response of the API client, whose headers contain the reason
 */
export function showUnsentEmailReason(response: object): void {
  const reason = parseIgnoredReason("is_mail", getHeaders(response).get("service-warning"));
  if (reason !== null) toast.note(texts.orderActions.tracking.notNotified({ reason }));
}
