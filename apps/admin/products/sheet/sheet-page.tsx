import { Stack } from "@mantine/core";
import { EmptyState, LinkButton, PageFrame, QueryBoundary, useAdminConsole } from "@souk/ui";
import { IconTable } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { ProductsSheet } from "./products-sheet.tsx";

function useSheetProducts(ids: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["products", "sheet", ids],
    queryFn: async ({ signal }) => {
      const query = { ids, limit: 250, sort: "id.asc", fields: "title,variants" } as const;
      return (await admin.products.list({ query, signal })).products;
    },
    enabled: ids !== "",
    // Don't replace the data while the person edits the sheet.
    refetchOnWindowFocus: false,
  });
}

/** Show the page that edits the prices, SKUs and barcodes of several products in one sheet. */
export function ProductsSheetPage() {
  const { ids = "" }: { ids?: string } = useSearch({ strict: false });
  const query = useSheetProducts(ids);
  const { title, lead, none } = texts.products.sheet;
  const emptyState = (
    <EmptyState
      icon={IconTable}
      title={none.title}
      action={<LinkButton to={toStorePage("/products")}>{none.back}</LinkButton>}
    >
      {none.text}
    </EmptyState>
  );
  return (
    <PageFrame
      wide
      title={title}
      lead={lead}
      breadcrumbs={[{ label: texts.products.title, to: toStorePage("/products") }]}
    >
      {ids === "" ? (
        emptyState
      ) : (
        <QueryBoundary query={query} skeleton="table">
          {(products) =>
            products.length === 0 ? (
              emptyState
            ) : (
              <Stack>
                <ProductsSheet products={products} />
              </Stack>
            )
          }
        </QueryBoundary>
      )}
    </PageFrame>
  );
}
