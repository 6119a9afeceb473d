import { Stack } from "@mantine/core";
import { ApiError } from "@souk/client";
import { operations } from "@souk/contract";
import {
  Answered,
  EmptyState,
  LinkButton,
  PageFrame,
  SchemaForm,
  Section,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { IconFolderOff } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Collection } from "./all-collections.ts";
import { useCollectionFields } from "./collection-fields.ts";
import { CollectionBadge } from "./collections-page.tsx";
import { DeleteCollection } from "./delete-collection.tsx";
import { CollectionProducts } from "./products/collection-products.tsx";
import { strings } from "./strings.ts";

const keyOf = (id: number) => ["collections", "one", id] as const;

function useCollection(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => admin.collections.get({ params: { id }, signal }),
    enabled: Number.isSafeInteger(id),
  });
}

/** One collection: what it is called and shows, the products in it, and deleting it. */
export function CollectionPage() {
  const { handle } = useStore();
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useCollection(Number(id));
  const collection = query.data?.collection;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const list = `/${handle}/collections`;
  return (
    <PageFrame
      wide
      title={collection?.title ?? (isMissing ? strings.missing.title : strings.loading)}
      breadcrumbs={[{ label: strings.title, to: list }]}
      badge={collection && <CollectionBadge collection={collection} />}
      {...(collection ? { actions: <DeleteCollection collection={collection} /> } : {})}
    >
      {isMissing ? (
        <EmptyState
          icon={IconFolderOff}
          title={strings.missing.text}
          action={<LinkButton to={list}>{strings.missing.back}</LinkButton>}
        />
      ) : (
        <Answered query={query} skeleton="form">
          {(answer) => (
            <Stack gap="lg" key={answer.collection.id}>
              <CollectionProducts collection={answer.collection} />
              <Section title={strings.details}>
                <CollectionForm collection={answer.collection} />
              </Section>
            </Stack>
          )}
        </Answered>
      )}
    </PageFrame>
  );
}

function CollectionForm({ collection }: { collection: Collection }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const { id } = collection;
  const fields = useCollectionFields(id);
  return (
    <SchemaForm
      operation={operations.updateCollection}
      words={fields}
      initial={collection}
      submit={strings.save}
      done={strings.saved}
      onSubmit={(body) => admin.collections.update({ params: { id }, body })}
      onDone={(answer) => {
        queries.setQueryData(keyOf(id), answer);
        for (const key of ["collections", "products", "product"])
          void queries.invalidateQueries({ queryKey: [key] });
      }}
    />
  );
}
