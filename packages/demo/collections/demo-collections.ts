import type { DemoProduct } from "../products/demo-product.ts";

/** A collection of the demo store. */
export interface DemoCollection {
  title: string;
  description: string;
  /** The title of the parent collection, which is listed before this one. */
  parent?: string;
  /** The title of the product whose image is the collection's image. */
  imageProductTitle: string;
  /** Return whether a product belongs to the collection. */
  includes(product: DemoProduct): boolean;
}

const hasType =
  (...types: string[]) =>
  ({ type }: DemoProduct) =>
    types.includes(type);
const hasTag =
  (...acceptedTags: string[]) =>
  ({ tags }: DemoProduct) =>
    tags.some((tag) => acceptedTags.includes(tag));

/** The collections of the demo store. A parent is listed before its children. */
export const demoCollections: readonly DemoCollection[] = [
  {
    title: "Table and kitchen",
    description: "Stoneware, glass and wood for cooking slowly and eating together.",
    imageProductTitle: "Noodle Bowl",
    includes: hasType("Tableware", "Kitchen"),
  },
  {
    title: "Coffee and tea",
    description: "Beans, leaves, and what to brew and drink them with.",
    imageProductTitle: "Liberica Coffee Beans",
    includes: hasTag("coffee", "tea"),
  },
  {
    title: "Wear and carry",
    description: "Cotton for warm days, and bags to carry everything.",
    imageProductTitle: "Everyday Sarong",
    includes: hasType("Clothing", "Accessories", "Bags"),
  },
  {
    title: "Gifts",
    description: "Things that we would love to receive ourselves.",
    imageProductTitle: "Coconut Shortbread Tin",
    includes: hasTag("gift"),
  },
  {
    title: "Gifts under RM 50",
    description: "Small things that please.",
    parent: "Gifts",
    imageProductTitle: "Striped Ankle Socks",
    includes: (product) => hasTag("gift")(product) && Number(product.price) < 50,
  },
];
