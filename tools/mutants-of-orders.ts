import type { Mutant } from "./mutant.ts";

const modules = "packages/platform/modules";
const orders = `${modules}/orders`;

/** The guards of orders' stock: what is there is sold, sent, put back and taken back once. */
const units: readonly Mutant[] = [
  {
    name: "order-deny-check",
    edits: [
      {
        file: `${modules}/inventory/take-stock.ts`,
        search: " or line.is_guarded and before.inventory_quantity < line.quantity)",
        replacement: ")",
      },
    ],
    tests: [`${orders}/last-units.test.ts`],
  },
  {
    name: "order-level-lock",
    edits: [
      {
        file: `${modules}/inventory/take-stock.ts`,
        search: " order by l.variant_id, l.location_id for no key update of l),",
        replacement: "),",
      },
    ],
    tests: [`${orders}/last-units.test.ts`],
  },
  {
    name: "order-stock-taken-back",
    edits: [
      {
        file: `${orders}/change-order.ts`,
        search: 'inventory_policy === "continue" || inventory_quantity >= 0',
        replacement: 'inventory_policy !== "none" || inventory_quantity >= 0',
      },
    ],
    tests: [`${orders}/refunds/refunds.test.ts`],
    pattern: "sold since",
  },
  {
    name: "restock-limit",
    edits: [
      {
        file: `${orders}/refunds/restock-units.ts`,
        search: "  if (quantity > most) {",
        replacement: "  if (quantity > most && most < 0) {",
      },
    ],
    tests: [`${orders}/refunds/restock-units.test.ts`],
  },
  {
    name: "restock-of-a-line-twice",
    edits: [
      {
        file: `${orders}/refunds/restock-units.ts`,
        search: "refund_lines: [...order.refund_lines, ...taken] };",
        replacement: "refund_lines: [...order.refund_lines, ...taken.slice(0, 0)] };",
      },
    ],
    tests: [`${orders}/refunds/restock-units.test.ts`],
  },
  {
    name: "restock-of-a-cancelled-order",
    edits: [
      {
        file: `${orders}/refunds/cancel-refund.ts`,
        search: "    requireUncancelled(before);\n",
        replacement: "",
      },
    ],
    tests: [`${orders}/refunds/refunds.test.ts`],
    pattern: "before an order was cancelled",
  },
  {
    name: "fulfillment-limit",
    edits: [
      {
        file: `${modules}/fulfillments/choose-units.ts`,
        search: "  if (quantity > most)\n",
        replacement: "  if (quantity > most && most < 0)\n",
      },
    ],
    tests: [`${modules}/fulfillments/fulfillments.test.ts`],
    pattern: "not there to be sent",
  },
  {
    name: "return-limit",
    edits: [
      {
        file: `${modules}/returns/read-lines.ts`,
        search: "if (quantity <= most) continue;",
        replacement: "if (left === undefined || quantity > 0) continue;",
      },
    ],
    tests: [`${modules}/returns/returns.test.ts`],
    pattern: "only units that were sent",
  },
  {
    name: "return-limit-at-its-end",
    edits: [
      {
        file: `${modules}/returns/steps.ts`,
        search: "    if (quantity <= left) return [];\n",
        replacement: "    if (quantity <= left || left >= 0) return [];\n",
      },
    ],
    tests: [`${modules}/returns/returns.test.ts`],
    pattern: "with a refund meanwhile",
  },
];

/** Those of orders' money: nothing is paid, captured or given back that is not there, or twice. */
const money: readonly Mutant[] = [
  {
    name: "order-lock",
    edits: [
      {
        file: `${orders}/load-orders.ts`,
        search: "store_id = $1 and id = $2 for no key update",
        replacement: "store_id = $1 and id = $2",
      },
    ],
    tests: [`${orders}/refunds/money-at-once.test.ts`],
  },
  {
    name: "refund-limit",
    edits: [
      {
        file: `${orders}/refunds/refund-money.ts`,
        search: "  if (units !== null && units > left) {",
        replacement: "  if (units !== null && units > left && left < 0n) {",
      },
    ],
    tests: [`${orders}/refunds/refunds.test.ts`],
    pattern: "no payment gives more",
  },
  {
    name: "refund-undone-once",
    edits: [
      {
        file: `${orders}/refunds/cancel-refund.ts`,
        search: '    if (refund.status === "cancelled") return { after: before, ...told };\n',
        replacement: "",
      },
    ],
    tests: [`${orders}/refunds/money-at-once.test.ts`],
    pattern: "undone once",
  },
  {
    name: "capture-limit",
    edits: [
      {
        file: `${orders}/transactions/read-transaction.ts`,
        search: "  if (units !== null && units > left)\n",
        replacement: "  if (units !== null && units > left && left < 0n)\n",
      },
    ],
    tests: [`${orders}/transactions/transactions.test.ts`],
    pattern: "captured in parts",
  },
  {
    name: "payment-ends-once",
    edits: [
      {
        file: `${orders}/transactions/update-transaction.ts`,
        search: "row.status !== status && !isWay(transactionStates, row.status, status)",
        replacement: 'row.status !== status && row.kind === "refund"',
      },
    ],
    tests: [`${orders}/transactions/transactions.test.ts`],
    pattern: "cash on delivery",
  },
  {
    name: "cancelled-takes-money",
    edits: [
      {
        file: `${orders}/transactions/takes-money.ts`,
        search: 'if (order.status !== "cancelled") return;',
        replacement: 'if (order.status !== "none") return;',
      },
    ],
    tests: [`${orders}/transactions/cancelled-orders.test.ts`],
    pattern: "takes no more money",
  },
  {
    name: "cancelled-holds-no-authorization",
    edits: [
      {
        file: `${orders}/transactions/update-transaction.ts`,
        search: 'before.order.status === "cancelled"',
        replacement: 'before.order.status === "closed"',
      },
    ],
    tests: [`${orders}/transactions/cancelled-orders.test.ts`],
    pattern: "fails and is voided",
  },
  {
    name: "order-paid-from-a-balance",
    edits: [
      {
        file: `${orders}/placing/place-statement.ts`,
        search: 'holds: "exists (select from buyer where has_credit and has_points)"',
        replacement: 'holds: "exists (select from buyer)"',
      },
    ],
    tests: [`${orders}/placing/place-order.test.ts`],
    pattern: "never more than there are",
  },
];

/** Each place where what an order names in its body is looked for in its own store. */
const ownStore: readonly Mutant[] = [
  ["variants", "placing/read-plan.ts", "where v.store_id = $1 and v.id"],
  ["locations", "placing/read-plan.ts", "where o.store_id = $1 and (o.is_active"],
  ["customers", "placing/read-plan.ts", "where r.store_id = $1 and r.id = $5"],
  ["new-customers", "customer-copy.ts", "where store_id = $1 and id = $2"],
].map(([what = "", file = "", search = ""]) => ({
  name: `store-predicate-of-ordered-${what}`,
  edits: [
    {
      file: `${orders}/${file}`,
      search,
      replacement: search.replace(/(\w\.)?store_id = \$1/, "$1::bigint > 0"),
    },
  ],
  tests: [`${orders}/other-stores.test.ts`],
}));

/** Those of orders and of the money and the units in them. */
export const orderMutants: readonly Mutant[] = [
  ...units,
  ...money,
  ...ownStore,
  {
    name: "order-cancelled-once",
    edits: [
      {
        file: `${orders}/cancel-order.ts`,
        search: '    if (before.order.status === "cancelled") return { after: before, ...told };\n',
        replacement: "",
      },
    ],
    tests: [`${orders}/orders.test.ts`],
    pattern: "cancelled once",
  },
  {
    name: "order-paid-when-cancelled",
    edits: [
      {
        file: `${orders}/order-facts.ts`,
        search: '  if (before?.order.status === "cancelled") return facts;\n',
        replacement: "",
      },
    ],
    tests: [`${orders}/transactions/cancelled-orders.test.ts`],
    pattern: "told as a change of it",
  },
  {
    name: "order-sent-and-cancelled",
    edits: [
      {
        file: `${orders}/cancel-order.ts`,
        search: "    requireNothingSent(before);\n",
        replacement: "",
      },
    ],
    tests: [`${modules}/fulfillments/fulfillments.test.ts`],
    pattern: "one that is sent cannot be cancelled",
  },
  {
    name: "store-predicate-of-orders",
    edits: [
      {
        file: `${orders}/load-orders.ts`,
        search: "where store_id = $1 and id = $2 for no key update",
        replacement: "where $1::bigint > 0 and id = $2 for no key update",
      },
      {
        file: `${orders}/load-orders.ts`,
        search: "from orders o where o.store_id = $1 and o.id =",
        replacement: "from orders o where $1::bigint > 0 and o.id =",
      },
    ],
    tests: ["packages/platform/http/access-matrix.test.ts"],
    pattern: "of one's own elsewhere",
  },
];
