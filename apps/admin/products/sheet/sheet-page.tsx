import { Stack } from "@mantine/core";
import { Answered, EmptyState, LinkButton, PageFrame, useAdminConsole } from "@souk/ui";
import { IconTable } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { toStorePage } from "../../page-addresses.ts";
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
    // The person is typing into it.
    refetchOnWindowFocus: false,
  });
}

/** Show the page that edits prices, SKUs and barcodes of several products together. */
export function ProductsSheetPage() {
  const { ids = "" }: { ids?: string } = useSearch({ strict: false });
  const query = useSheetProducts(ids);
  const { title, lead, none } = texts.products.sheet;
  const nothing = (
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
