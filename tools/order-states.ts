import {
  financialRules,
  fulfillmentOrderRules,
  fulfillmentRequestStates,
  fulfillmentRules,
  fulfillmentStates,
  type OrderStateTable,
  orderReturnStates,
  orderStates,
  refundStates,
  type StatusRule,
  transactionStates,
} from "@souk/contract";

/** Shorten a trigger for a diagram: of a call `PUT`, or the last segment of its path. */
function label(by: string): string {
  const [method = "", path = ""] = by.split(" ");
  if (!path.startsWith("/")) return by;
  const last = path.split("/").at(-1)?.replace(".json", "") ?? "";
  return last.startsWith(":") ? method : last;
}

function drawing({ initialStates, states, transitions }: OrderStateTable): string[] {
  const final = Object.keys(states).filter((state) => transitions.every(({ from }) => from !== state));
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...initialStates.map((state) => `  [*] --> ${state}: POST`),
    ...transitions.map(({ from, to, by }) => `  ${from} --> ${to}: ${label(by)}`),
    ...final.map((state) => `  ${state} --> [*]`),
    "```",
  ];
}

function section(title: string, table: OrderStateTable): string[] {
  return [
    `## ${title}`,
    "",
    ...drawing(table),
    "",
    "| State | Meaning |",
    "|---|---|",
    ...Object.entries(table.states).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
    "| From | To | Trigger |",
    "|---|---|---|",
    ...table.transitions.map(({ from, to, by }) => `| \`${from}\` | \`${to}\` | ${by} |`),
    "",
  ];
}

/** Draw the rules as one question after the other, until one is answered with yes; the last status remains. */
function choice(rules: readonly StatusRule<string>[]): string[] {
  const questions = rules.slice(0, -1);
  const next = (index: number) => (index < questions.length ? `q${index}` : (rules[index]?.status ?? ""));
  return [
    "```mermaid",
    "flowchart TD",
    ...questions.map(({ when }, index) => `  q${index}{"${when}"}`),
    ...questions.flatMap(({ status }, index) => [
      `  q${index} -- yes --> ${status}`,
      `  q${index} -- no --> ${next(index + 1)}`,
    ]),
    "```",
  ];
}

function derived(field: string, rules: readonly StatusRule<string>[]): string[] {
  return [
    `\`${field}\` is the first of these statuses whose condition holds:`,
    "",
    ...choice(rules),
    "",
    `| ${field} | When |`,
    "|---|---|",
    ...rules.map(({ status, when }) => `| \`${status}\` | ${when} |`),
    "",
  ];
}

/** Build the sections about orders and their records on the page of states. */
export function orderSections(): string[] {
  return [
    ...section("Orders", orderStates),
    "The two other statuses of an order are computed from its records and cannot be set:",
    "",
    ...derived("financial_status", financialRules),
    ...derived("fulfillment_status", fulfillmentRules),
    "## Fulfillment orders",
    "",
    "The status of a fulfillment order, the part of an order that one location ships, is computed too:",
    "",
    ...derived("status", fulfillmentOrderRules),
    ...section("Fulfillments", fulfillmentStates),
    ...section("Fulfillment requests", fulfillmentRequestStates),
    ...section("Transactions", transactionStates),
    ...section("Refunds", refundStates),
    ...section("Returns", orderReturnStates),
  ];
}
