import type { ImportableResource } from "@souk/contract";

const products = {
  all: "Products",
  title: "Import products",
  lead: "Bring products in from a CSV file. It is checked first; nothing changes until you say so.",
  hint: "UTF-8, up to 512 MB. A row is a variant; the first row names the columns.",
  columnsLead:
    "Only handle is needed in every row, and title for a product that is new. A column that is missing changes nothing.",
  records: "Products",
  key: "Product",
  counted: (count: string, isOne: boolean) => `${count} ${isOne ? "product" : "products"}`,
  confirmText:
    "Products are created and changed, stock is set, and apps are told. Products with errors are left out.",
  nothing: "There is nothing to import: no product of this file would be new or changed.",
};

const customers: typeof products = {
  all: "Customers",
  title: "Import customers",
  lead: "Bring customers in from a CSV file. It is checked first; nothing changes until you say so.",
  hint: "UTF-8, up to 512 MB. A row is a customer; the first row names the columns.",
  columnsLead:
    "Every row needs a code, an e-mail address or a phone number: the first of these that it has tells which customer it is about. It holds the default address; other addresses and groups stay as they are. A column that is missing changes nothing.",
  records: "Customers",
  key: "Customer",
  counted: (count: string, isOne: boolean) => `${count} ${isOne ? "customer" : "customers"}`,
  confirmText:
    "Customers and their default addresses are created and changed, and apps are told. Customers with errors are left out.",
  nothing: "There is nothing to import: no customer of this file would be new or changed.",
};

/** What the pages of imports say of each resource. */
export const resourceWords: Readonly<Record<ImportableResource, typeof products>> = { products, customers };
