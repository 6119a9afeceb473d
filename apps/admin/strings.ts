/** Words of the admin that more than one of its pages uses. */
export const strings = {
  nav: {
    home: "Home",
    orders: "Orders",
    products: "Products",
    collections: "Collections",
    inventory: "Inventory",
    purchasing: "Purchasing",
    customers: "Customers",
    apps: "Apps",
    settings: "Settings",
    staff: "Staff console",
  },
  actors: {
    operator: "The platform's operator",
    system: "Souk",
    app: (name: string) => `${name} (app)`,
    account: "Somebody of the shop",
  },
  stock: { none: "Out of stock", low: "Low" },
  published: "Shown in the shop",
  unpublished: "Hidden",
  suspended: {
    title: "The platform has suspended this shop",
    text: (since: string) =>
      `Since ${since} you can read everything here and change nothing. Apps cannot reach the shop.`,
    reason: (reason: string) => `The reason given: ${reason}`,
  },
} as const;
