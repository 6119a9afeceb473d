import { Group } from "@mantine/core";
import { Answered, isMissing, PageFrame, useStore } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { AppLinks } from "../app-links/app-links.tsx";
import { useLocations } from "../locations/location-queries.ts";
import { MissingRecord } from "../missing-record.tsx";
import { VisibilityBadge } from "../products/visibility-badge.tsx";
import { DeleteProduct } from "./delete-product.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { type Product, useProduct } from "./product-queries.ts";
import { strings } from "./strings.ts";

function ProductActions({ product }: { product: Product }) {
  return (
    <Group gap="xs">
      <AppLinks placement="product" ids={[product.id]} />
      <DeleteProduct product={product} />
    </Group>
  );
}

/** One product, to be changed: what it is, how it looks, its variants, its stock, and how the stock came about. */
export function ProductPage() {
  const { handle } = useStore();
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useProduct(Number(id));
  const locations = useLocations();
  const product = query.data?.product;
  return (
    <PageFrame
      wide
      title={product?.title ?? (isMissing(query) ? strings.missing.title : strings.loading)}
      breadcrumbs={[{ label: strings.products, to: `/${handle}/products` }]}
      badge={product && <VisibilityBadge visibility={product.visibility} />}
      {...(product ? { actions: <ProductActions product={product} /> } : {})}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={strings.missing} to={`/${handle}/products`} />}
      >
        {(answer) => (
          <Answered query={locations} skeleton="form">
            {(places) => (
              <ProductEditor key={answer.product.id} product={answer.product} locations={places} />
            )}
          </Answered>
        )}
      </Answered>
    </PageFrame>
  );
}
