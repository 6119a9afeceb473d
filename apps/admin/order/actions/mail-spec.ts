import { headersOf } from "@souk/client";
import { reasonIgnored } from "@souk/contract";
import { type FieldSpec, toast } from "@souk/ui";
import { strings } from "./strings.ts";

/** Whether the customer gets an e-mail; nothing to ask where there is no address for it. */
export function mailSpec(email: string): FieldSpec[] {
  if (email === "") return [];
  return [
    {
      name: "is_mail",
      label: strings.tracking.mail(email),
      kind: "switch",
      schema: { type: "boolean" },
      required: false,
      takesNull: false,
      choices: [],
    },
  ];
}

/** What a form says of a shipment, as it is sent; the customer's e-mail is a number there. */
export function trackingOf(values: Readonly<Record<string, unknown>>) {
  const { tracking_company, tracking_number, tracking_url, is_mail } = values;
  return {
    ...(tracking_company === undefined ? {} : { tracking_company: String(tracking_company) }),
    ...(tracking_number === undefined ? {} : { tracking_number: String(tracking_number) }),
    ...(tracking_url === undefined ? {} : { tracking_url: String(tracking_url) }),
    ...(is_mail === true ? { is_mail: 1 } : {}),
  };
}

/** Says why the customer got no e-mail, where one was asked for and is not sent. */
export function tellUnsent(answer: object): void {
  const reason = reasonIgnored("is_mail", headersOf(answer).get("service-warning"));
  if (reason !== null) toast.note(strings.tracking.notMailed(reason));
}
