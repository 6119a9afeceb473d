import { DataTable, NoRecords, PageFrame, Timestamp, useAdminConsole, useStore } from "@souk/ui";
import { IconBox } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { useChosenProducts } from "./bulk/chosen-products.ts";
import { PriceRange } from "./price-range.tsx";
import { ProductCell } from "./product-cell.tsx";
import { ProductsActions } from "./products-actions.tsx";
import { ProductsFilters } from "./products-filters.tsx";
import {
  isNarrowed,
  listQuery,
  noFilters,
  type ProductsSearch,
  productsSorts,
  usualSort,
} from "./products-search.ts";
import { StockFigure } from "./stock-figure.tsx";
import { strings } from "./strings.ts";
import { useProductsAddress } from "./use-products-address.ts";
import { VisibilityBadge } from "./visibility-badge.tsx";

const shown = "title,image_url,variants,min_price,max_price,total_quantity,visibility,updated_at";

function useProducts(search: ProductsSearch) {
  const admin = useAdminConsole();
  const asked = { ...listQuery(search), limit: 25, fields: shown };
  return useQuery({
    queryKey: ["products", asked],
    queryFn: ({ signal }) => admin.products.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The products of the shop: found by words, sorted, a page at a time. All of it stands in the address. */
export function ProductsPage() {
  const store = useStore();
  const { search, change } = useProductsAddress();
  const query = useProducts(search);
  const chosen = useChosenProducts();
  const { columns } = strings;
  return (
    <PageFrame title={strings.title} wide actions={<ProductsActions />}>
      <ProductsFilters search={search} change={change} />
      <BulkBar
        chosen={chosen.list}
        onWorked={(products) => chosen.choose(products, false)}
        onClear={chosen.clear}
      />
      <DataTable
        label={strings.title}
        query={query}
        rows={(answer) => answer.products}
        keyOf={(product) => product.id}
        linkOf={(product) => `/${store.handle}/products/${product.id}`}
        sort={search.sort ?? usualSort}
        onSort={(chosen) => change({ sort: productsSorts.find((known) => known === chosen) })}
        onPage={(page, how) => change({ page }, how)}
        selection={{
          isChosen: ({ id }) => chosen.has(id),
          choose: chosen.choose,
          nameOf: ({ title }) => title,
        }}
        empty={
          <NoRecords
            isNarrowed={isNarrowed(search)}
            onShowAll={() => change(noFilters)}
            icon={IconBox}
            words={strings}
            action={<ProductsActions />}
          />
        }
        columns={[
          {
            id: "product",
            header: columns.product,
            sort: "title",
            cell: (product) => <ProductCell product={product} />,
          },
          {
            id: "price",
            header: columns.price,
            align: "end",
            cell: (product) => <PriceRange product={product} />,
          },
          {
            id: "stock",
            header: columns.stock,
            align: "end",
            cell: (product) => <StockFigure quantity={product.total_quantity} />,
          },
          {
            id: "visibility",
            header: columns.visibility,
            cell: (product) => <VisibilityBadge visibility={product.visibility} />,
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: (product) => <Timestamp at={product.updated_at} />,
          },
        ]}
      />
    </PageFrame>
  );
}
