import type { DemoProduct } from "../products/demo-product.ts";

/** A collection of the demo store. */
export interface DemoCollection {
  title: string;
  description: string;
  /** The title of the parent collection, which is listed before this one. */
  parent?: string;
  /** The title of the product whose picture the collection shows. */
  picture: string;
  holds(product: DemoProduct): boolean;
}

const ofType =
  (...types: string[]) =>
  ({ type }: DemoProduct) =>
    types.includes(type);
const tagged =
  (...wanted: string[]) =>
  ({ tags }: DemoProduct) =>
    tags.some((tag) => wanted.includes(tag));

/** The collections of the demo store; a parent comes before its children. */
export const demoCollections: readonly DemoCollection[] = [
  {
    title: "Table and kitchen",
    description: "Stoneware, glass and wood for cooking slowly and eating together.",
    picture: "Noodle Bowl",
    holds: ofType("Tableware", "Kitchen"),
  },
  {
    title: "Coffee and tea",
    description: "Beans, leaves, and what to brew and drink them with.",
    picture: "Liberica Coffee Beans",
    holds: tagged("coffee", "tea"),
  },
  {
    title: "Wear and carry",
    description: "Cotton for warm days, and bags to take it all along.",
    picture: "Everyday Sarong",
    holds: ofType("Clothing", "Accessories", "Bags"),
  },
  {
    title: "Gifts",
    description: "Things that we like to be given ourselves.",
    picture: "Coconut Shortbread Tin",
    holds: tagged("gift"),
  },
  {
    title: "Gifts under RM 50",
    description: "Small things that please.",
    parent: "Gifts",
    picture: "Striped Ankle Socks",
    holds: (product) => tagged("gift")(product) && Number(product.price) < 50,
  },
];
