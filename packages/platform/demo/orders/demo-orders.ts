/** An order of the demo: who bought what, when, and what was paid. */
export interface DemoOrder {
  /** Days before today. */
  days: number;
  /** The customer by their last name; absent: nobody the shop knows. */
  buyer?: string;
  /** Titles of products, with how many of the first variant of each. */
  items: Readonly<Record<string, number>>;
  source_name: string;
  shipping?: readonly [name: string, price: string];
  discount?: readonly [code: string, percent: string];
  /** Through what, and how much; absent: nothing was paid. */
  paid?: { gateway: string; amount: "all" | string };
  note?: string;
  tags?: readonly string[];
}

const post = ["Pos Laju, 2 to 3 days", "8.00"] as const;

/** What was bought at the demo shop lately. */
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
