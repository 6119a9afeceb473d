/** An order of the demo: the buyer, the line items, the date and the payment. */
export interface DemoOrder {
  /** Days before today. */
  days: number;
  /** The customer's last name; absent: an order without a customer record. */
  buyer?: string;
  /** Product titles, each with the quantity of its first variant. */
  items: Readonly<Record<string, number>>;
  source_name: string;
  shipping?: readonly [name: string, price: string];
  discount?: readonly [code: string, percent: string];
  /** The payment method and amount; absent: nothing was paid. */
  paid?: { gateway: string; amount: "all" | string };
  note?: string;
  tags?: readonly string[];
}

const post = ["Pos Laju, 2 to 3 days", "8.00"] as const;

/** The recent orders of the demo store. */
export const demoOrders: readonly DemoOrder[] = [
  {
    days: 6,
    buyer: "Tan",
    items: { "Evening Teapot": 1, "Highland Breakfast Tea": 2 },
    source_name: "web",
    shipping: post,
    paid: { gateway: "FPX", amount: "all" },
  },
  {
    days: 5,
    buyer: "Hashim",
    items: { "Tide Mug": 12, "Noodle Bowl": 6 },
    source_name: "admin",
    discount: ["WHOLESALE", "15"],
    paid: { gateway: "Bank transfer", amount: "100.00" },
    tags: ["wholesale"],
  },
  { days: 4, items: { "Sambal Hitam": 2 }, source_name: "pos", paid: { gateway: "Cash", amount: "all" } },
  {
    days: 3,
    buyer: "Nair",
    items: { "Weekend Bottle": 1, "Linen Notebook": 2 },
    source_name: "web",
    shipping: post,
    paid: { gateway: "FPX", amount: "all" },
    note: "A present: please leave the price out.",
  },
  {
    days: 2,
    buyer: "Ooi",
    items: { "House Blend Coffee": 3 },
    source_name: "lazada",
    shipping: post,
    tags: ["marketplace"],
  },
  {
    days: 1,
    buyer: "Aziz",
    items: { "Pandan Kaya": 4 },
    source_name: "web",
    shipping: post,
    discount: ["RAYA", "10"],
  },
  {
    days: 0,
    buyer: "Lim",
    items: { "Pleated Table Lamp": 1 },
    source_name: "web",
    shipping: post,
    paid: { gateway: "FPX", amount: "all" },
  },
];
