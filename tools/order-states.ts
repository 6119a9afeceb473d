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

/** Shorten a trigger for a diagram. A request becomes the last segment of its path, or its method if the path ends with a parameter. */
function shortenTrigger(trigger: string): string {
  const [method = "", path = ""] = trigger.split(" ");
  if (!path.startsWith("/")) return trigger;
  const lastSegment = path.split("/").at(-1)?.replace(".json", "") ?? "";
  return lastSegment.startsWith(":") ? method : lastSegment;
}

function drawDiagram({ initialStates, states, transitions }: OrderStateTable): string[] {
  const finalStates = Object.keys(states).filter((state) => transitions.every(({ from }) => from !== state));
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...initialStates.map((state) => `  [*] --> ${state}: POST`),
    ...transitions.map(({ from, to, trigger }) => `  ${from} --> ${to}: ${shortenTrigger(trigger)}`),
    ...finalStates.map((state) => `  ${state} --> [*]`),
    "```",
  ];
}

function buildSection(title: string, table: OrderStateTable): string[] {
  return [
    `## ${title}`,
    "",
    ...drawDiagram(table),
    "",
    "| State | Meaning |",
    "|---|---|",
    ...Object.entries(table.states).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
    "| From | To | Trigger |",
    "|---|---|---|",
    ...table.transitions.map(({ from, to, trigger }) => `| \`${from}\` | \`${to}\` | ${trigger} |`),
    "",
  ];
}

/** Draw the rules as a flowchart of questions. The first condition that holds decides the status, and the last rule is the default. */
function drawRules(rules: readonly StatusRule<string>[]): string[] {
  const questions = rules.slice(0, -1);
  const getNextNode = (index: number) =>
    index < questions.length ? `q${index}` : (rules[index]?.status ?? "");
  return [
    "```mermaid",
    "flowchart TD",
    ...questions.map(({ when }, index) => `  q${index}{"${when}"}`),
    ...questions.flatMap(({ status }, index) => [
      `  q${index} -- yes --> ${status}`,
      `  q${index} -- no --> ${getNextNode(index + 1)}`,
    ]),
    "```",
  ];
}

function buildComputedStatusSection(field: string, rules: readonly StatusRule<string>[]): string[] {
  return [
    `\`${field}\` is the first of these statuses whose condition holds:`,
    "",
    ...drawRules(rules),
    "",
    `| ${field} | When |`,
    "|---|---|",
    ...rules.map(({ status, when }) => `| \`${status}\` | ${when} |`),
    "",
  ];
}

/** Build the sections of docs/reference/states.md about orders and their records. */
export function buildOrderSections(): string[] {
  return [
    ...buildSection("Orders", orderStates),
    "The two other statuses of an order are computed from its records and cannot be set:",
    "",
    ...buildComputedStatusSection("financial_status", financialRules),
    ...buildComputedStatusSection("fulfillment_status", fulfillmentRules),
    "## Fulfillment orders",
    "",
    "The status of a fulfillment order, the part of an order that one location ships, is computed too:",
    "",
    ...buildComputedStatusSection("status", fulfillmentOrderRules),
    ...buildSection("Fulfillments", fulfillmentStates),
    ...buildSection("Fulfillment requests", fulfillmentRequestStates),
    ...buildSection("Transactions", transactionStates),
    ...buildSection("Refunds", refundStates),
    ...buildSection("Returns", orderReturnStates),
  ];
}
