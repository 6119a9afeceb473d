import { ImportPage } from "./import-page.tsx";
import { ImportsPage } from "./imports-page.tsx";

/** Show the page on which products are imported. */
export function ProductImportsPage() {
  return <ImportsPage resource="products" />;
}

/** Show an import of products. */
export function ProductImportPage() {
  return <ImportPage resource="products" />;
}

/** Show the page on which customers are imported. */
export function CustomerImportsPage() {
  return <ImportsPage resource="customers" />;
}

/** Show an import of customers. */
export function CustomerImportPage() {
  return <ImportPage resource="customers" />;
}
