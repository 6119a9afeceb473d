import { ImportPage } from "./import-page.tsx";
import { ImportsPage } from "./imports-page.tsx";

/** Where products are imported. */
export function ProductImportsPage() {
  return <ImportsPage resource="products" />;
}

/** One import of products. */
export function ProductImportPage() {
  return <ImportPage resource="products" />;
}

/** Where customers are imported. */
export function CustomerImportsPage() {
  return <ImportsPage resource="customers" />;
}

/** One import of customers. */
export function CustomerImportPage() {
  return <ImportPage resource="customers" />;
}
