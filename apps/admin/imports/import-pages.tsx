import { ImportPage } from "./import-page.tsx";
import { ImportsPage } from "./imports-page.tsx";

/** Show the page that imports products. */
export function ProductImportsPage() {
  return <ImportsPage resource="products" />;
}

/** Show one import of products. */
export function ProductImportPage() {
  return <ImportPage resource="products" />;
}

/** Show the page that imports customers. */
export function CustomerImportsPage() {
  return <ImportsPage resource="customers" />;
}

/** Show one import of customers. */
export function CustomerImportPage() {
  return <ImportPage resource="customers" />;
}
