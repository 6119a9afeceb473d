import { Stack } from "@mantine/core";
import { Answered, EmptyState, LinkButton, PageFrame, useAdminConsole, useStore } from "@souk/ui";
import { IconTable } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { strings } from "../strings.ts";
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
    // Somebody is typing into it.
    refetchOnWindowFocus: false,
  });
}

/** Prices, SKUs and barcodes of the variants of several products, edited together. */
export function ProductsSheetPage() {
  const { handle } = useStore();
  const { ids = "" }: { ids?: string } = useSearch({ strict: false });
  const query = useSheetProducts(ids);
  const { title, lead, none } = strings.sheet;
  const nothing = (
    <EmptyState
      icon={IconTable}
      title={none.title}
      action={<LinkButton to={`/${handle}/products`}>{none.back}</LinkButton>}
    >
      {none.text}
    </EmptyState>
  );
  return (
    <PageFrame
      wide
      title={title}
      lead={lead}
      breadcrumbs={[{ label: strings.title, to: `/${handle}/products` }]}
    >
      {ids === "" ? (
        nothing
      ) : (
        <Answered query={query} skeleton="table">
          {(products) =>
            products.length === 0 ? (
              nothing
            ) : (
              <Stack>
                <ProductsSheet products={products} />
              </Stack>
            )
          }
        </Answered>
      )}
    </PageFrame>
  );
}
