/** An order of the demo store. */
export interface DemoOrder {
  /** How many days ago the order was placed. */
  daysAgo: number;
  /** The last name of the customer; absent if the order has no customer. */
  customerLastName?: string;
  /** The quantities of line items by product title. Each line has the product's first variant. */
  items: Readonly<Record<string, number>>;
  source_name: string;
  shipping?: readonly [name: string, price: string];
  discount?: readonly [code: string, percent: string];
  /** The payment; absent if nothing was paid. */
  payment?: { gateway: string; amount: "all" | string };
  note?: string;
  tags?: readonly string[];
}

const courier = ["Pos Laju, 2 to 3 days", "8.00"] as const;

/** The recent orders of the demo store. */
export const demoOrders: readonly DemoOrder[] = [
  {
    daysAgo: 6,
    customerLastName: "Tan",
    items: { "Evening Teapot": 1, "Highland Breakfast Tea": 2 },
    source_name: "web",
    shipping: courier,
    payment: { gateway: "FPX", amount: "all" },
  },
  {
    daysAgo: 5,
    customerLastName: "Hashim",
    items: { "Tide Mug": 12, "Noodle Bowl": 6 },
    source_name: "admin",
    discount: ["WHOLESALE", "15"],
    payment: { gateway: "Bank transfer", amount: "100.00" },
    tags: ["wholesale"],
  },
  {
    daysAgo: 4,
    items: { "Sambal Hitam": 2 },
    source_name: "pos",
    payment: { gateway: "Cash", amount: "all" },
  },
  {
    daysAgo: 3,
    customerLastName: "Nair",
    items: { "Weekend Bottle": 1, "Linen Notebook": 2 },
    source_name: "web",
    shipping: courier,
    payment: { gateway: "FPX", amount: "all" },
    note: "This is a present. Please leave out the prices.",
  },
  {
    daysAgo: 2,
    customerLastName: "Ooi",
    items: { "House Blend Coffee": 3 },
    source_name: "lazada",
    shipping: courier,
    tags: ["marketplace"],
  },
  {
    daysAgo: 1,
    customerLastName: "Aziz",
    items: { "Pandan Kaya": 4 },
    source_name: "web",
    shipping: courier,
    discount: ["RAYA", "10"],
  },
  {
    daysAgo: 0,
    customerLastName: "Lim",
    items: { "Pleated Table Lamp": 1 },
    source_name: "web",
    shipping: courier,
    payment: { gateway: "FPX", amount: "all" },
  },
];
