import { IconPlus } from "@tabler/icons-react";
import { buildExportPageLink } from "../exports/export-page-link.ts";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { ProductsList } from "./products-list.ts";

/** Show the links that import products, export the products that match the list's filters, and create a product. */
export function ProductsActions({ filters }: { filters: ProductsList["apiFilters"] }) {
  return (
    <>
      <PageLinkButton variant="default" to={toStorePage("/products/import")}>
        {texts.products.import}
      </PageLinkButton>
      <PageLinkButton variant="default" to={buildExportPageLink("products", filters)}>
        {texts.products.export}
      </PageLinkButton>
      <PageLinkButton to={toStorePage("/products/new")} leftSection={<IconPlus size={16} aria-hidden />}>
        {texts.products.new}
      </PageLinkButton>
    </>
  );
}
