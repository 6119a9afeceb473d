export const strings = {
  title: "What it has put into your shop",
  lead: "All of it goes with the app when it is uninstalled.",
  nothing: "It has put nothing into your shop.",
  kinds: {
    snippets: "HTML in your shop's pages",
    script_tags: "Scripts in your shop and checkout pages",
    admin_links: "Links in this admin",
    curls: "Addresses that Souk asks",
  },
  snippet: (characters: string, beginning: string) => `${characters} characters: ${beginning}`,
  placements: {
    order: "On the page of an order",
    orders: "Over the list of orders",
    product: "On the page of a product",
    products: "Over the list of products",
    customer: "On the page of a customer",
  },
  link: (place: string, url: string) => `${place}: ${url}`,
  topics: {
    "shipping/list/cod": "Shipping rates for payment on delivery",
    "shipping/list/non_cod": "Shipping rates",
  },
  delete: {
    button: "Delete",
    spoken: (what: string) => `Delete ${what}`,
    ask: (what: string) => `Delete ${what}?`,
    text: (app: string) => `${app} may not work as it did. It is not told, and may put it there again.`,
    done: "It is deleted.",
  },
} as const;
