import { ApiError } from "@souk/client";
import { Answered, EmptyState, LinkButton, PageFrame, useStore } from "@souk/ui";
import { IconBoxOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { VisibilityBadge } from "../products/visibility-badge.tsx";
import { DeleteProduct } from "./delete-product.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { useLocations, useProduct } from "./product-queries.ts";
import { strings } from "./strings.ts";

/** One product, to be changed: what it is, how it looks, its variants, its stock, and how the stock came about. */
export function ProductPage() {
  const { handle } = useStore();
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useProduct(Number(id));
  const locations = useLocations();
  const product = query.data?.product;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <PageFrame
      wide
      title={product?.title ?? (isMissing ? strings.missing.title : strings.loading)}
      breadcrumbs={[{ label: strings.products, to: `/${handle}/products` }]}
      badge={product && <VisibilityBadge visibility={product.visibility} />}
      {...(product ? { actions: <DeleteProduct product={product} /> } : {})}
    >
      {isMissing ? (
        <NoSuchProduct to={`/${handle}/products`} />
      ) : (
        <Answered query={query} skeleton="form">
          {(answer) => (
            <Answered query={locations} skeleton="form">
              {(places) => (
                <ProductEditor key={answer.product.id} product={answer.product} locations={places} />
              )}
            </Answered>
          )}
        </Answered>
      )}
    </PageFrame>
  );
}

function NoSuchProduct({ to }: { to: string }) {
  const { missing } = strings;
  return (
    <EmptyState
      icon={IconBoxOff}
      title={missing.text}
      action={<LinkButton to={to}>{missing.back}</LinkButton>}
    />
  );
}
