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

/** What takes a way, as short as a drawing has room for: of a call `PUT`, or the last word of the path. */
function label(by: string): string {
  const [method = "", path = ""] = by.split(" ");
  if (!path.startsWith("/")) return by;
  const last = path.split("/").at(-1)?.replace(".json", "") ?? "";
  return last.startsWith(":") ? method : last;
}

function drawing({ created, states, ways }: OrderStateTable): string[] {
  const final = Object.keys(states).filter((state) => ways.every(({ from }) => from !== state));
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...created.map((state) => `  [*] --> ${state}: POST`),
    ...ways.map(({ from, to, by }) => `  ${from} --> ${to}: ${label(by)}`),
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
    "| State | Means |",
    "|---|---|",
    ...Object.entries(table.states).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
    "| From | To | By |",
    "|---|---|---|",
    ...table.ways.map(({ from, to, by }) => `| \`${from}\` | \`${to}\` | ${by} |`),
    "",
  ];
}

/** One question after the other, until one is answered with yes; the last status is what is left. */
function choice(rules: readonly StatusRule<string>[]): string[] {
  const questions = rules.slice(0, -1);
  const next = (at: number) => (at < questions.length ? `q${at}` : (rules[at]?.status ?? ""));
  return [
    "```mermaid",
    "flowchart TD",
    ...questions.map(({ when }, at) => `  q${at}{"${when}"}`),
    ...questions.flatMap(({ status }, at) => [
      `  q${at} -- yes --> ${status}`,
      `  q${at} -- no --> ${next(at + 1)}`,
    ]),
    "```",
  ];
}

function derived(field: string, rules: readonly StatusRule<string>[]): string[] {
  return [
    `\`${field}\` is the first of these that holds:`,
    "",
    ...choice(rules),
    "",
    `| ${field} | When |`,
    "|---|---|",
    ...rules.map(({ status, when }) => `| \`${status}\` | ${when} |`),
    "",
  ];
}

/** What stands of orders and of what belongs to them on the page of states. */
export function orderSections(): string[] {
  return [
    ...section("Orders", orderStates),
    "Both other states of an order follow from its rows, and are never set:",
    "",
    ...derived("financial_status", financialRules),
    ...derived("fulfillment_status", fulfillmentRules),
    "## Fulfillment orders",
    "",
    "What stands of the part of an order that one location ships follows from its rows, too:",
    "",
    ...derived("status", fulfillmentOrderRules),
    ...section("Fulfillments", fulfillmentStates),
    ...section("Fulfillment requests", fulfillmentRequestStates),
    ...section("Transactions", transactionStates),
    ...section("Refunds", refundStates),
    ...section("Returns", orderReturnStates),
  ];
}
